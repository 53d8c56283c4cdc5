// Plays legally (leads its cards in turn, beats and adds nothing), and at its first command does what its
// first argument says. What it has gained it writes to standard error.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char hand[64][3];

static double cpu(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void burn(double seconds) {
    for (double until = cpu() + seconds; cpu() < until;)
        ;
}

static void children(void) {  // fifty, each in a session of its own; they begin when all are there
    int ends[2], byte;
    if (pipe(ends)) return;
    for (int i = 0; i < 50; i++) {
        pid_t child = fork();
        if (child == 0) {
            close(ends[1]);
            setsid();
            if (fork() == 0)
                for (byte = read(ends[0], &byte, 1);;)
                    ;
            _exit(0);
        }
        if (child > 0) waitpid(child, NULL, 0);
    }
    close(ends[0]);
    close(ends[1]);
}

static void unwaited(void) {
    signal(SIGCHLD, SIG_IGN);
    pid_t child = fork();
    if (child == 0) {
        burn(0.6);
        _exit(0);
    }
    while (kill(child, 0) == 0)
        usleep(1000);
}

static void bomb(void) {
    if (fork() == 0)
        for (;;)
            if (fork() < 0) usleep(1000);
    usleep(50000);
}

static void memory(void) {
    static char block[1 << 20];
    memset(block, 1, sizeof block);
    int megabytes = 0;
    for (int i = 0; i < 40; i++) {
        int file = memfd_create("hidden", 0);
        for (int j = 0; file >= 0 && j < 15; j++)
            if (write(file, block, sizeof block) == sizeof block) megabytes++;
    }
    fprintf(stderr, "hidden %d\n", megabytes);
}

static void fill(void) {  // every disk that can be written
    static char block[1 << 20];
    const char *folders[] = {".", "/tmp", "/var/tmp", "/dev/shm", "/program", "/"};
    int megabytes = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 40; j++) {
            char path[64];
            snprintf(path, sizeof path, "%s/koloda-fill-%d-%d", folders[i], i, j);
            int file = open(path, O_CREAT | O_WRONLY, 0666);
            if (file >= 0 && write(file, block, sizeof block) == sizeof block) megabytes++;
            if (file >= 0) close(file);
        }
    fprintf(stderr, "filled %d\n", megabytes);
}

static void heard(const char *what) { fprintf(stderr, "heard by %s\n", what); }

static void talk(void) {  // the first copy leaves signs, the second looks for them
    const char *shared[] = {"/proc/self/exe", "/usr/bin/env", "/etc/ld.so.cache"};
    for (int i = 0; i < 3; i++) {
        int file = open(shared[i], O_RDONLY);
        if (file < 0) continue;
        if (flock(file, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK) heard("flock");
        struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
        if (fcntl(file, F_SETLK, &lock) == 0) heard("record lock");
        if (fcntl(file, F_OFD_SETLK, &lock) == 0) heard("open file lock");
        if (fcntl(file, F_SETLEASE, F_RDLCK) == 0) heard("lease");
        if (fcntl(file, F_NOTIFY, DN_ACCESS) == 0) heard("dnotify");
    }
    if (inotify_init() >= 0) heard("inotify");
    if (syscall(SYS_fanotify_init, 0, 0) >= 0) heard("fanotify");
    if (shmget(7113, 4096, IPC_CREAT | IPC_EXCL | 0666) < 0 && errno == EEXIST) heard("shared memory");
    if (mq_open("/koloda-attack", O_CREAT | O_EXCL | O_RDWR, 0666, NULL) < 0 && errno == EEXIST)
        heard("message queue");
    const char *files[] = {"/tmp/koloda-attack", "/dev/shm/koloda-attack", "/var/tmp/koloda-attack"};
    for (int i = 0; i < 3; i++)
        if (open(files[i], O_CREAT | O_EXCL | O_RDWR, 0666) < 0 && errno == EEXIST) heard(files[i]);
    for (int kind = 0; kind < 2; kind++) {
        struct sockaddr_un name = {.sun_family = AF_UNIX};
        socklen_t size;
        if (kind) {
            strcpy(name.sun_path + 1, "koloda-attack");
            size = offsetof(struct sockaddr_un, sun_path) + 14;
        } else {
            strcpy(name.sun_path, "/tmp/koloda-socket");
            size = sizeof name;
        }
        int socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
        if (socket_ >= 0 && connect(socket_, (struct sockaddr *)&name, size) == 0) heard("socket");
        int server = socket(AF_UNIX, SOCK_STREAM, 0);
        if (server >= 0 && bind(server, (struct sockaddr *)&name, size) == 0) listen(server, 5);
    }
}

static void look(void) {  // what tells one seat or game from another
    char line[256];
    fprintf(stderr, "uid %d\n", getuid());
    fprintf(stderr, "cwd %s\n", getcwd(line, sizeof line));
    for (char **each = environ; *each; each++) fprintf(stderr, "environment %s\n", *each);
    for (int i = 0; i < 256; i++)
        if (fcntl(i, F_GETFD) >= 0) fprintf(stderr, "descriptor %d\n", i);
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file && fgets(line, sizeof line, file)) fprintf(stderr, "group %s", line);
}

int main(int count_, char **arguments) {
    const char *what = count_ > 1 ? arguments[1] : "";
    char line[64], card[3];
    int first = 0, count = 0, player, asked = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "give %d %2s", &player, card) == 2 && player == 1) {
            strcpy(hand[count++], card);
            continue;
        }
        if (line[0] >= 'a') continue;
        if (asked++ == 0) {
            if (!strcmp(what, "children")) children();
            if (!strcmp(what, "unwaited")) unwaited();
            if (!strcmp(what, "bomb")) bomb();
            if (!strcmp(what, "memory")) memory();
            if (!strcmp(what, "fill")) fill();
            if (!strcmp(what, "talk")) talk();
            if (!strcmp(what, "look")) look();
            if (!strcmp(what, "kill")) kill(-1, SIGKILL);
        }
        if (!strcmp(what, "think")) burn(0.1);
        puts(!strncmp(line, "MOVE", 4) ? (first < count ? hand[first++] : "NO") : "NO");
        fflush(stdout);
    }
}
