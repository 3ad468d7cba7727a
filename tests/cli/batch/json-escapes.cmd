printf '%b\n' '{"id":"\\u00e9\\ud83d\\ude00\\n\\"\\\\\\/ \0303\0251","threads_per_block":32}' | occ -d sm_90 --batch - --json=compact
