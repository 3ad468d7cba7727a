/* SPDX-License-Identifier: MIT */
/* Writing beside a file, then taking its place. */
#include "cli/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/error.h"

/* Of a name in a message: the reason stands behind it, and a message has its length. */
#define NAME_SHOWN_MAX 400

bool write_to_fd(void *ctx, const char *bytes, size_t count)
{
    int fd = *(const int *)ctx;

    while (count > 0) {
        ssize_t written = write(fd, bytes, count);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

static enum cuocc_status cannot(struct cli *cli, const struct output_file *file, int reason)
{
    bool is_long = strlen(file->given) > NAME_SHOWN_MAX;

    return cuocc_error_set(&cli->error, CUOCC_ERR_IO, option_rows[file->option].flag,
                           "'%.*s%s' cannot be written: %s", NAME_SHOWN_MAX, file->given,
                           is_long ? "..." : "", strerror(reason));
}

/* The buffer is flushed now and then, and later successes would hide what went wrong. */
static bool write_to_file(void *ctx, const char *bytes, size_t count)
{
    struct output_file *file = ctx;
    bool is_written = write_to_fd(&file->fd, bytes, count);

    if (!is_written)
        file->reason = errno;
    return is_written;
}

/* A link is followed, so that what it points to is replaced and not the link. */
static bool resolve(struct output_file *file, const char *path)
{
    char *real = realpath(path, NULL);
    const char *name = real != NULL ? real : path;
    bool fits = strlen(name) + sizeof(".XXXXXX") <= sizeof(file->path);

    (void)snprintf(file->path, sizeof(file->path), "%s", name);
    free(real);
    return fits;
}

static mode_t mode_for_new_files(void)
{
    mode_t mask = umask(0);

    (void)umask(mask);
    return 0666 & ~mask;
}

static int open_beside(struct output_file *file, mode_t mode)
{
    int fd;

    (void)snprintf(file->temporary, sizeof(file->temporary), "%.*s.XXXXXX",
                   (int)(sizeof(file->temporary) - sizeof(".XXXXXX")), file->path);
    fd = mkstemp(file->temporary);
    if (fd >= 0)
        (void)fchmod(fd, mode);
    else
        file->temporary[0] = '\0';
    return fd;
}

enum cuocc_status output_open(struct cli *cli, enum option_id option, const char *path,
                              struct output_file *file)
{
    struct stat info;
    bool is_there;

    file->option = option;
    file->given = path;
    file->reason = 0;
    file->standard = strcmp(path, "-") == 0 ? cli->out : NULL;
    file->temporary[0] = '\0';
    file->fd = -1;
    if (file->standard != NULL)
        return CUOCC_OK;
    if (!resolve(file, path))
        return cannot(cli, file, ENAMETOOLONG);
    is_there = stat(file->path, &info) == 0;
    if (is_there && !S_ISREG(info.st_mode))
        file->fd = open(file->path, O_WRONLY | O_CLOEXEC);
    else
        file->fd = open_beside(file, is_there ? info.st_mode & 0777 : mode_for_new_files());
    if (file->fd < 0)
        return cannot(cli, file, errno);
    file->out = (struct out){
        .bytes = file->buffer, .size = sizeof(file->buffer), .flush = write_to_file, .ctx = file};
    return CUOCC_OK;
}

struct out *output_to(struct output_file *file)
{
    return file->standard != NULL ? file->standard : &file->out;
}

enum cuocc_status output_close(struct cli *cli, struct output_file *file, bool is_complete)
{
    int reason;

    if (file->standard != NULL)
        return CUOCC_OK;
    out_flush(&file->out);
    reason = file->reason;
    if (close(file->fd) != 0 && reason == 0)
        reason = errno;
    if (reason == 0 && is_complete && file->temporary[0] != '\0' &&
        rename(file->temporary, file->path) != 0)
        reason = errno;
    if ((reason != 0 || !is_complete) && file->temporary[0] != '\0')
        (void)unlink(file->temporary);
    return reason == 0 ? CUOCC_OK : cannot(cli, file, reason);
}
