// SPDX-License-Identifier: MIT
// Put into a copy of a page by check_browser.py: looks at it from inside and leaves what it saw.
addEventListener('load', function () {
  var seen = {};
  var view = document.documentElement;
  seen.width = innerWidth;
  seen.overflow = view.scrollWidth - innerWidth;
  seen.background = getComputedStyle(document.body).backgroundColor;
  seen.outside = [];
  seen.crossing = [];
  document.querySelectorAll('svg:not(.none)').forEach(function (svg) {
    var box = svg.viewBox.baseVal;
    svg.querySelectorAll('text').forEach(function (text) {
      var b = text.getBBox();
      if (b.width > 0 && (b.x < -1 || b.x + b.width > box.width + 1)) {
        seen.outside.push(text.textContent);
      }
    });
  });
  document.querySelectorAll('g.chart').forEach(function (chart) {
    var ticks = [].map.call(chart.querySelectorAll('.tick'), function (t) { return t.getBBox(); });
    ticks.sort(function (a, b) { return a.x - b.x; });
    for (var i = 1; i < ticks.length; i++) {
      if (ticks[i - 1].x + ticks[i - 1].width > ticks[i].x) {
        seen.crossing.push(ticks[i].x);
      }
    }
  });
  seen.charts = [].map.call(document.querySelectorAll('g.chart'), function (chart) {
    var dot = chart.querySelector('.dot');
    var mark = chart.querySelector('.asked');
    return { title: chart.querySelector('title').textContent, dots: dot ? 1 : 0,
             mark: mark ? mark.textContent : null,
             letters: [].map.call(chart.querySelectorAll('.letter'), function (l) { return l.textContent; }).join('') };
  });
  var step = document.querySelector('.hit');
  var panel = document.getElementById('step');
  if (step && panel) {
    seen.panelBefore = panel.hidden;
    step.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    seen.panel = panel.hidden ? null : panel.textContent;
    seen.wanted = step.getAttribute('data-step') + step.getAttribute('data-command');
  }
  var table = document.getElementById('answers');
  if (table) {
    var column = function () {
      return [].map.call(table.tBodies[0].rows, function (row) { return Number(row.cells[3].textContent); });
    };
    var button = table.querySelectorAll('th button')[3];
    seen.unsorted = column();
    button.click();
    seen.ascending = column();
    button.click();
    seen.descending = column();
  }
  parent.postMessage(JSON.stringify(seen), '*');
});
