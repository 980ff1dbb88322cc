// Stands in place of a program that has a rule, and finds the rule by the name that it was called by,
// then by the name of the program that it stands for: what it was called by may be a link of somebody's.
// As /run/agent-sandbox/relay it carries the proxy into the sandbox (relay.h).
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "system-calls.h"

#include "run-program.h"

#include "relay.h"

#define NONE ""

struct invocation {
	int count;
	char **arguments;
	char **environment;
	const char *name;
};

static int may_run(const char *path) { return CALL(faccessat, AT_FDCWD, path, X_OK, 0, 0) == 0; }

static int is_there(const char *path) { return CALL(faccessat, AT_FDCWD, path, F_OK, 0, 0) == 0; }

// A file that cannot be run holds what is said to whoever calls what is blocked.
__attribute__((noreturn)) static void refuse(const char *file) {
	char text[PATH_SIZE];
	long in = CALL(openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC, 0, 0), length;
	while (in >= 0 && (length = CALL(read, in, text, sizeof text, 0, 0)) > 0)
		CALL(write, 2, text, length, 0, 0);
	end(126);
}

static size_t count_of(char **list) {
	size_t count = 0;
	while (list[count] != NULL)
		count += 1;
	return count;
}

// Runs a rule's script. AGENT_SANDBOX_CMD is what was called, AGENT_SANDBOX_REAL the program itself;
// `first`, where there is one, comes before the arguments.
static void run_rule(struct invocation *by, const char *folder, const char *script, const char *name,
					 const char *first) {
	char command[PATH_SIZE], real[PATH_SIZE], path[PATH_SIZE];
	char *arguments[by->count + 3], *environment[count_of(by->environment) + 3];
	size_t used = 0;
	join(path, folder, "/bin/", name);
	join(command, "AGENT_SANDBOX_CMD=", name, NONE);
	join(real, "AGENT_SANDBOX_REAL=", is_there(path) ? path : NONE, NONE);
	environment[used++] = command;
	environment[used++] = real;
	for (char **variable = by->environment; *variable != NULL; variable += 1)
		if (!after(*variable, "AGENT_SANDBOX_CMD=") && !after(*variable, "AGENT_SANDBOX_REAL="))
			environment[used++] = *variable;
	environment[used] = NULL;
	used = 0;
	arguments[used++] = (char *)script;
	if (first != NULL) arguments[used++] = (char *)first;
	for (int i = 1; i < by->count; i += 1)
		arguments[used++] = by->arguments[i];
	arguments[used] = NULL;
	run_file(script, arguments, environment);
}

// Looks for a rule of `name`; returns where there is none.
static void dispatch(struct invocation *by, const char *folder, const char *name) {
	char path[PATH_SIZE], real[PATH_SIZE];
	const char *rest;
	join(path, folder, "/presets/", name);
	// One program that is many: the other names it has are no business of this one's rule.
	int is_let_be = is_there(path) && !may_run(path);
	join(real, folder, "/bin/", name);
	if (is_let_be && !is_same(name, by->name)) run_file(real, by->arguments, by->environment);
	join(path, folder, "/wrappers/", name);
	if (may_run(path)) run_rule(by, folder, path, name, NULL);
	if (is_there(path)) refuse(path);
	if (is_let_be) run_file(real, by->arguments, by->environment);
	join(path, folder, "/presets/", name);
	if (!may_run(path)) return;
	// git-upload-pack is git upload-pack.
	rest = after(by->name, name);
	run_rule(by, folder, path, name, rest != NULL && *rest == '-' ? rest + 1 : NULL);
}

__attribute__((noreturn, used)) void start(long *stack) {
	char own[PATH_SIZE];
	struct invocation by = {.count = (int)stack[0], .arguments = (char **)(stack + 1)};
	long length = CALL(readlinkat, AT_FDCWD, "/proc/self/exe", own, sizeof own - 1, 0);
	own[length < 0 ? 0 : length] = 0;
	by.environment = by.arguments + by.count + 1;
	if (is_same(own, "/run/agent-sandbox/relay")) relay(by.count, by.arguments, by.environment);
	by.name = last_part(by.count > 0 ? by.arguments[0] : own);
	// A sandbox in a sandbox: its own rules first, then those around it.
	const char *folders[] = {"/run/agent-sandbox", "/run/agent-sandbox/outer"};
	for (int i = 0; i < 2; i += 1) {
		if (*by.name != 0) dispatch(&by, folders[i], by.name);
		if (*last_part(own) != 0) dispatch(&by, folders[i], last_part(own));
	}
	say("agent-sandbox: this program has no rule under the name it was called by\n");
	end(126);
}
