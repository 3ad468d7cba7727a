occ -d sm_89 --batch /nonexistent/file
