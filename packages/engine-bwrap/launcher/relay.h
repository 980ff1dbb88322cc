// relay PORT SOCKET COMMAND [ARGUMENT...]: listens on 127.0.0.1:PORT, carries each connection to the Unix
// socket, and becomes the command once it listens. What carries is nobody's child but the sandbox's own
// first process's: a command that waits for all of its children does not wait for it.
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

#define BUFFER_SIZE 65536

struct direction {
	int in, out, is_over;
	size_t begin, end;
	char bytes[BUFFER_SIZE];
};

static struct direction there, back;

__attribute__((noreturn)) static void fail(const char *what) {
	say("agent-sandbox: cannot carry the proxy into the sandbox: ");
	say(what);
	say("\n");
	end(125);
}

static int number_of(const char *text) {
	int number = 0;
	for (; *text >= '0' && *text <= '9' && number < 100000; text += 1)
		number = number * 10 + (*text - '0');
	return *text == 0 ? number : -1;
}

static long spawn(void) { return CALL(clone, SIGCHLD, 0, 0, 0, 0); }

static int listen_on(int port) {
	int one = 1;
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = __builtin_bswap16((unsigned short)port)};
	address.sin_addr.s_addr = __builtin_bswap32(INADDR_LOOPBACK);
	long in = CALL(socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0, 0, 0);
	CALL(setsockopt, in, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (in < 0 || CALL(bind, in, &address, sizeof address, 0, 0) < 0) fail("its port is taken");
	if (CALL(listen, in, 512, 0, 0, 0) < 0) fail("it cannot listen");
	return (int)in;
}

static int connect_to(const char *path) {
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	if (strlen(path) >= sizeof address.sun_path) return -1;
	memcpy(address.sun_path, path, strlen(path));
	long out = CALL(socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, 0, 0);
	if (out < 0 || CALL(connect, out, &address, sizeof address, 0, 0) < 0) return -1;
	return (int)out;
}

// Reads what there is room for, writes what there is; ends the other side's input after the last byte.
static void carry(struct direction *way) {
	if (!way->is_over && way->begin == way->end) {
		long length = CALL(read, way->in, way->bytes, BUFFER_SIZE, 0, 0);
		if (length == -EAGAIN || length == -EINTR) return;
		way->begin = 0;
		way->end = length > 0 ? (size_t)length : 0;
		if (length <= 0) way->is_over = 1;
	}
	while (way->begin < way->end) {
		long length = CALL(write, way->out, way->bytes + way->begin, way->end - way->begin, 0, 0);
		if (length == -EAGAIN || length == -EINTR) return;
		if (length <= 0) end(0);
		way->begin += (size_t)length;
	}
	if (way->is_over) CALL(shutdown, way->out, SHUT_WR, 0, 0, 0);
}

static int is_done(const struct direction *way) { return way->is_over && way->begin == way->end; }

__attribute__((noreturn)) static void carry_both(int a, int b) {
	there.in = back.out = a;
	there.out = back.in = b;
	CALL(fcntl, a, F_SETFL, O_RDWR | O_NONBLOCK, 0, 0);
	CALL(fcntl, b, F_SETFL, O_RDWR | O_NONBLOCK, 0, 0);
	struct direction *ways[] = {&there, &back};
	while (!is_done(&there) || !is_done(&back)) {
		struct pollfd wanted[2];
		int count = 0;
		for (int i = 0; i < 2; i += 1) {
			int is_full = ways[i]->begin < ways[i]->end;
			if (is_done(ways[i])) continue;
			wanted[count].fd = is_full ? ways[i]->out : ways[i]->in;
			wanted[count++].events = is_full ? POLLOUT : POLLIN;
		}
		CALL(ppoll, wanted, count, NULL, NULL, 0);
		for (int i = 0; i < 2; i += 1)
			if (!is_done(ways[i])) carry(ways[i]);
	}
	end(0);
}

__attribute__((noreturn)) static void serve(int in, const char *path) {
	// Its output is not the command's: whoever reads that waits for its end.
	long none = CALL(openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC, 0, 0);
	for (int fd = 0; fd < 3; fd += 1)
		CALL(dup3, none, fd, 0, 0, 0);
#ifdef __NR_close_range
	CALL(close_range, 3, in - 1, 0, 0, 0);
	CALL(close_range, in + 1, ~0U, 0, 0, 0);
#endif
	CALL(setsid, 0, 0, 0, 0, 0);
	for (;;) {
		long connection = CALL(accept4, in, NULL, NULL, SOCK_CLOEXEC, 0);
		if (connection < 0) continue;
		if (spawn() == 0) {
			int out = connect_to(path);
			if (out < 0) end(1);
			carry_both((int)connection, out);
		}
		CALL(close, connection, 0, 0, 0, 0);
		// Those that are done.
		while (CALL(wait4, -1, NULL, 1, NULL, 0) > 0)
			;
	}
}

__attribute__((noreturn)) static void relay(int count, char **arguments, char **environment) {
	if (count < 4 || number_of(arguments[1]) < 1) fail("usage: relay PORT SOCKET COMMAND");
	int in = listen_on(number_of(arguments[1]));
	long child = spawn();
	if (child == 0) {
		if (spawn() == 0) serve(in, arguments[2]);
		end(0);
	}
	if (child < 0) fail("no process is left");
	CALL(wait4, child, NULL, 0, NULL, 0);
	CALL(close, in, 0, 0, 0, 0);
	run_command(arguments + 3, environment);
}
