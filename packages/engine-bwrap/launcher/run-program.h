// Becomes another program, as shells do it.

__attribute__((noreturn)) static void run_by_shell(const char *file, char **arguments,
												   char **environment) {
	size_t count = 0;
	while (arguments[count] != NULL)
		count += 1;
	char *all[count + 2];
	all[0] = "/bin/sh";
	all[1] = (char *)file;
	for (size_t i = 1; i <= count; i += 1)
		all[i + 1] = arguments[i];
	CALL(execve, all[0], all, environment, 0, 0);
	end(126);
}

// A script without "#!" is the shell's.
__attribute__((noreturn)) static void run_file(const char *file, char **arguments,
											   char **environment) {
	long failure = CALL(execve, file, arguments, environment, 0, 0);
	if (failure == -ENOEXEC) run_by_shell(file, arguments, environment);
	say("agent-sandbox: cannot run \"");
	say(file);
	say("\"\n");
	end(failure == -ENOENT ? 127 : 126);
}

static const char *path_of(char **environment) {
	for (; *environment != NULL; environment += 1) {
		const char *value = after(*environment, "PATH=");
		if (value != NULL) return value;
	}
	return "/usr/local/bin:/usr/bin:/bin";
}

// Runs a command, looked for on PATH where its name has no slash.
__attribute__((noreturn)) static void run_command(char **arguments, char **environment) {
	char path[PATH_SIZE];
	const char *folder = path_of(environment), *name = arguments[0];
	int status = 127;
	if (last_part(name) != name) run_file(name, arguments, environment);
	while (*name != 0) {
		size_t length = 0;
		while (folder[length] != 0 && folder[length] != ':')
			length += 1;
		if (length + strlen(name) + 2 < PATH_SIZE) {
			memcpy(path, folder, length);
			join(path + length, length == 0 ? "./" : "/", name, "");
			long failure = CALL(execve, path, arguments, environment, 0, 0);
			if (failure == -ENOEXEC) run_by_shell(path, arguments, environment);
			if (failure == -EACCES) status = 126;
		}
		if (folder[length] == 0) break;
		folder += length + 1;
	}
	say("agent-sandbox: cannot run \"");
	say(name);
	say(status == 127 ? "\": it is not on PATH\n" : "\": it is not executable\n");
	end(status);
}
