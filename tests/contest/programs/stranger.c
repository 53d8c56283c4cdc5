// Plays legally, like attack.c, and tries what a stranger might: figures of the machine that another copy can
// change, and passing for a part of the sandbox. What it has gained it writes to standard error.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static char hand[64][3];
static struct figure {
    char path[128];
    unsigned long sum;
} figures[8192];
static int known;

static unsigned long sum_of(const char *path) {
    char part[4096];
    unsigned long sum = 5381;
    int file = open(path, O_RDONLY | O_NONBLOCK);
    if (file < 0) return 0;
    for (ssize_t size; (size = read(file, part, sizeof part)) > 0;)
        for (ssize_t i = 0; i < size; i++) sum = sum * 33 + part[i];
    close(file);
    return sum;
}

static void compare(const char *path) {
    unsigned long sum = sum_of(path);
    for (int i = 0; i < known; i++)
        if (!strcmp(figures[i].path, path)) {
            if (figures[i].sum != sum) fprintf(stderr, "%s changes\n", path);
            return;
        }
    if (known < 8192) {
        strcpy(figures[known].path, path);
        figures[known++].sum = sum;
    }
}

static void walk(const char *folder, int deep) {  // everything in /proc but processes
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        const char *name = entry->d_name;
        char path[128];
        struct stat found;
        if (name[0] == '.' || (name[0] >= '0' && name[0] <= '9' && deep == 0)) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) continue;
        if (lstat(path, &found) || S_ISLNK(found.st_mode)) continue;
        if (S_ISDIR(found.st_mode) && deep < 4) walk(path, deep + 1);
        if (S_ISREG(found.st_mode) && strcmp(name, "kmsg") && strcmp(name, "kcore")) compare(path);
    }
    if (listing) closedir(listing);
}

static void look(void) {
    struct sysinfo facts;
    if (sysinfo(&facts) == 0) fprintf(stderr, "sysinfo tells of %d processes\n", facts.procs);
    if (posix_openpt(O_RDWR | O_NOCTTY) >= 0) fprintf(stderr, "there are terminals\n");
    int ends[2];
    if (pipe(ends) == 0 && fcntl(ends[0], F_SETPIPE_SZ, 1 << 20) > 0) fprintf(stderr, "pipes grow\n");
    walk("/proc", 0);
}

static void stir(void) {  // change what can be changed
    for (int i = 0; i < 30; i++)
        if (fork() == 0) {
            pause();
            _exit(0);
        }
    for (int i = 0; i < 30; i++) posix_openpt(O_RDWR | O_NOCTTY);
    char *block = malloc(32 << 20);
    memset(block, 1, 32 << 20);
}

static void block(const char *path) {  // becomes a program that prints, but never can
    char full[4096] = {0};
    fcntl(1, F_SETFL, O_NONBLOCK);
    while (write(1, full, sizeof full) > 0)
        ;
    fcntl(1, F_SETFL, 0);
    execl(path, path, "--version", NULL);
}

int main(int count_, char **arguments) {
    const char *what = count_ > 1 ? arguments[1] : "";
    // the judge takes what runs these files for its own sandbox that is not ready yet
    if (!strcmp(what, "bwrap")) block("/usr/bin/bwrap");
    if (!strcmp(what, "setpriv")) block("/usr/bin/setpriv");
    if (!strcmp(what, "fail")) execl("/usr/bin/bwrap", "bwrap", "--\033[31mred", NULL);
    char line[64], card[3];
    int first = 0, count = 0, player;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "give %d %2s", &player, card) == 2 && player == 1) {
            strcpy(hand[count++], card);
            continue;
        }
        if (line[0] >= 'a') continue;
        if (!strcmp(what, "look")) look();
        if (!strcmp(what, "stir")) stir();
        puts(!strncmp(line, "MOVE", 4) ? (first < count ? hand[first++] : "NO") : "NO");
        fflush(stdout);
    }
}
