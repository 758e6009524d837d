/*
 * Counts the file operations of a process under one folder and lets one of them go wrong. Loaded with LD_PRELOAD.
 *
 * CRASH_FOLDER  the folder, absolute
 * CRASH_LOG     gets a line for each operation: its number, its name, the file within the folder, the bytes of a write
 * CRASH_AT      the number of the operation that goes wrong; without it none does
 * CRASH_HOW     before, after: SIGKILL at that side of it. torn: half of its bytes are written, then SIGKILL.
 *               EIO, ENOSPC: it fails. power: SIGKILL before it, and what no fsync brought to the disk is lost.
 * CRASH_LIES    the number of the first fsync that brings nothing to the disk; later ones neither
 * CRASH_KEEPS   with `power`: a seed for the unsynced writes that reach the disk all the same; without it none does
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { max_files = 4096 };
enum fate { go_on, fail, tear, die_after };

/* The path of each open file in the folder. */
static char *paths[max_files];
static char is_appending[max_files];

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static const char *folder, *how;
static size_t folder_length;
static long at, lies, keeps, count;
static int log_file = -1, error_number;

static int (*real_open)(const char *, int, ...);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_ftruncate)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_rename)(const char *, const char *);
static int (*real_unlink)(const char *);
static int (*real_unlinkat)(int, const char *, int);
static int (*real_link)(const char *, const char *);
static int (*real_close)(int);

/* A change that no fsync has brought to the disk yet, the newest first. */
struct change {
  struct change *older;
  char *path;
  off64_t offset, size_before;
  size_t length_before, length;
  char *before, *bytes;
};
static struct change *unsynced;

static long number_of(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

__attribute__((constructor)) static void begin(void) {
  real_open = dlsym(RTLD_NEXT, "open64");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  real_unlinkat = dlsym(RTLD_NEXT, "unlinkat");
  real_link = dlsym(RTLD_NEXT, "link");
  real_close = dlsym(RTLD_NEXT, "close");
  folder = getenv("CRASH_FOLDER");
  if (!folder) return;
  folder_length = strlen(folder);
  how = getenv("CRASH_HOW");
  if (!how) how = "";
  at = number_of("CRASH_AT");
  lies = number_of("CRASH_LIES");
  keeps = number_of("CRASH_KEEPS");
  error_number = strcmp(how, "ENOSPC") == 0 ? ENOSPC : EIO;
  const char *log = getenv("CRASH_LOG");
  if (log) log_file = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_inside(const char *path) {
  return folder && path && strncmp(path, folder, folder_length) == 0 && path[folder_length] == '/';
}

static const char *path_of(int file) { return file >= 0 && file < max_files ? paths[file] : NULL; }

static void apply(const char *path, off64_t offset, const char *bytes, size_t length, off64_t size) {
  int file = real_open(path, O_WRONLY);
  if (file < 0) return;
  if (length > 0 && real_pwrite(file, bytes, length, offset) < 0) perror("preload");
  if (size >= 0 && real_ftruncate(file, size) < 0) perror("preload");
  real_close(file);
}

static void again(struct change *one, unsigned seed) {
  if (!one) return;
  again(one->older, seed * 1103515245u + 12345u);
  if ((seed >> 16) & 1) apply(one->path, one->offset, one->bytes, one->length, one->bytes ? -1 : one->offset);
}

static void die(void) {
  if (strcmp(how, "power") == 0) {
    for (struct change *one = unsynced; one; one = one->older)
      apply(one->path, one->offset, one->before, one->length_before, one->size_before);
    if (keeps) again(unsynced, (unsigned)keeps * 2654435761u);
  }
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Remembers what a write or, without bytes, a truncation to `offset` replaces. */
static void remember(const char *path, off64_t offset, const char *bytes, size_t length) {
  if (strcmp(how, "power") != 0) return;
  struct stat64 about;
  int file = real_open(path, O_RDONLY);
  if (file < 0 || fstat64(file, &about) < 0) return;
  struct change *one = calloc(1, sizeof *one);
  size_t replaced = bytes ? length : about.st_size > offset ? (size_t)(about.st_size - offset) : 0;
  one->path = strdup(path);
  one->offset = offset;
  one->size_before = about.st_size;
  one->before = malloc(replaced + 1);
  ssize_t got = pread64(file, one->before, replaced, offset);
  one->length_before = got > 0 ? (size_t)got : 0;
  if (bytes) one->bytes = memcpy(malloc(length + 1), bytes, length);
  one->length = length;
  one->older = unsynced;
  unsynced = one;
  real_close(file);
}

/* The changes of a file are on the disk, or it is gone, or it has another name. */
static void forget(const char *path) {
  for (struct change **place = &unsynced; *place;)
    if (strcmp((*place)->path, path) == 0) *place = (*place)->older;
    else place = &(*place)->older;
}
static void move_changes(const char *from, const char *to) {
  forget(to);
  for (struct change *one = unsynced; one; one = one->older)
    if (strcmp(one->path, from) == 0) one->path = strdup(to);
}

/* Numbers an operation and says what comes of it. The caller holds the turn. */
static enum fate next(const char *name, const char *path, size_t bytes) {
  count++;
  if (log_file >= 0) {
    char line[512];
    int length = snprintf(line, sizeof line, "%ld %s %s %zu\n", count, name, path + folder_length + 1, bytes);
    if (real_write(log_file, line, (size_t)length) < 0) perror("preload");
  }
  if (count != at) return go_on;
  if (strcmp(how, "before") == 0 || strcmp(how, "power") == 0) die();
  if (strcmp(how, "after") == 0) return die_after;
  if (strcmp(how, "torn") == 0) return tear;
  return fail;
}

/* Ends the operation. */
static long ended(enum fate fate, long result) {
  if (fate == die_after || fate == tear) die();
  int error = errno;
  pthread_mutex_unlock(&turn);
  errno = fate == fail ? error_number : error;
  return fate == fail ? -1 : result;
}

static int opened(int file, const char *path, int flags) {
  if (file < 0 || file >= max_files || !is_inside(path)) return file;
  free(paths[file]);
  paths[file] = strdup(path);
  is_appending[file] = (flags & O_APPEND) != 0;
  return file;
}

static int open_file(const char *path, int flags, mode_t mode) {
  if (!is_inside(path) || (flags & O_ACCMODE) == O_RDONLY) return opened(real_open(path, flags, mode), path, flags);
  pthread_mutex_lock(&turn);
  enum fate fate = next("open", path, 0);
  if (flags & O_TRUNC) remember(path, 0, NULL, 0);
  int file = fate == fail ? -1 : opened(real_open(path, flags, mode), path, flags);
  return (int)ended(fate, file);
}

#define MODE(flags, mode)                      \
  mode_t mode = 0;                             \
  if ((flags) & (O_CREAT | O_TMPFILE)) {       \
    va_list rest;                              \
    va_start(rest, flags);                     \
    mode = va_arg(rest, mode_t);               \
    va_end(rest);                              \
  }
int open(const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_file(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_file(path, flags, mode);
}

int close(int file) {
  if (path_of(file)) {
    free(paths[file]);
    paths[file] = NULL;
  }
  return real_close(file);
}

/* Offset -1 is the place of the file, or its end. */
static ssize_t write_at(int file, const char *bytes, size_t length, off64_t offset) {
  pthread_mutex_lock(&turn);
  const char *path = path_of(file);
  enum fate fate = next("write", path, length);
  off64_t place = offset >= 0 ? offset : lseek64(file, 0, is_appending[file] ? SEEK_END : SEEK_CUR);
  remember(path, place, bytes, length);
  size_t wanted = fate == tear ? length / 2 : length;
  ssize_t written = 0;
  if (fate != fail) written = offset >= 0 ? real_pwrite(file, bytes, wanted, offset) : real_write(file, bytes, wanted);
  return ended(fate, written);
}

static ssize_t write_parts(int file, const struct iovec *parts, int number, off64_t offset) {
  size_t length = 0;
  for (int part = 0; part < number; part++) length += parts[part].iov_len;
  char *bytes = malloc(length + 1), *end = bytes;
  for (int part = 0; part < number; part++) end = mempcpy(end, parts[part].iov_base, parts[part].iov_len);
  ssize_t written = write_at(file, bytes, length, offset);
  free(bytes);
  return written;
}

ssize_t write(int file, const void *bytes, size_t length) {
  return path_of(file) ? write_at(file, bytes, length, -1) : real_write(file, bytes, length);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  return path_of(file) ? write_at(file, bytes, length, offset) : real_pwrite(file, bytes, length, offset);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  return pwrite64(file, bytes, length, offset);
}
ssize_t writev(int file, const struct iovec *parts, int number) {
  static ssize_t (*real)(int, const struct iovec *, int);
  if (path_of(file)) return write_parts(file, parts, number, -1);
  if (!real) real = dlsym(RTLD_NEXT, "writev");
  return real(file, parts, number);
}
ssize_t pwritev64(int file, const struct iovec *parts, int number, off64_t offset) {
  static ssize_t (*real)(int, const struct iovec *, int, off64_t);
  if (path_of(file)) return write_parts(file, parts, number, offset);
  if (!real) real = dlsym(RTLD_NEXT, "pwritev64");
  return real(file, parts, number, offset);
}
ssize_t pwritev(int file, const struct iovec *parts, int number, off_t offset) {
  return pwritev64(file, parts, number, offset);
}

int ftruncate64(int file, off64_t length) {
  const char *path = path_of(file);
  if (!path) return real_ftruncate(file, length);
  pthread_mutex_lock(&turn);
  enum fate fate = next("ftruncate", path, 0);
  remember(path, length, NULL, 0);
  return (int)ended(fate, fate == fail ? -1 : real_ftruncate(file, length));
}
int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

int fsync(int file) {
  const char *path = path_of(file);
  if (!path) return real_fsync(file);
  pthread_mutex_lock(&turn);
  enum fate fate = next("fsync", path, 0);
  if (fate != fail && (lies == 0 || count < lies)) forget(path);
  /* The disk is simulated: nobody waits for the real one. */
  return (int)ended(fate, 0);
}
int fdatasync(int file) { return fsync(file); }

int rename(const char *from, const char *to) {
  if (!is_inside(to)) return real_rename(from, to);
  pthread_mutex_lock(&turn);
  enum fate fate = next("rename", to, 0);
  int result = fate == fail || fate == tear ? -1 : real_rename(from, to);
  if (result == 0) move_changes(from, to);
  return (int)ended(fate, result);
}

int link(const char *from, const char *to) {
  if (!is_inside(to)) return real_link(from, to);
  pthread_mutex_lock(&turn);
  enum fate fate = next("link", to, 0);
  return (int)ended(fate, fate == fail || fate == tear ? -1 : real_link(from, to));
}

static int remove_file(int in, const char *path, int flags) {
  pthread_mutex_lock(&turn);
  enum fate fate = next("unlink", path, 0);
  int result = fate == fail || fate == tear ? -1 : real_unlinkat(in, path, flags);
  if (result == 0) forget(path);
  return (int)ended(fate, result);
}
int unlink(const char *path) { return is_inside(path) ? remove_file(AT_FDCWD, path, 0) : real_unlink(path); }
int unlinkat(int in, const char *path, int flags) {
  return is_inside(path) ? remove_file(in, path, flags) : real_unlinkat(in, path, flags);
}
