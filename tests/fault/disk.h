// disk.h - a file system in an image that loses its power (as root): the image is cloned, by
// reflink, so at one instant: what the file system has in memory only is lost. The clone is
// mounted, which replays its journal. Include it after fault.h.
#ifndef FAULT_DISK_H
#define FAULT_DISK_H

#include <sys/ioctl.h>
#include <linux/fs.h>
#include <sched.h>

static char work[4200];
static const char *disk_type;
static bool disk_mounted, clone_mounted, host_mounted;

#define command(...) fault_command(work, __VA_ARGS__)
static const char *in(const char *name) { return fault_join(work, name); }
static void leave(bool *mounted, const char *name) { fault_unmount(mounted, in(name)); }
static void clean(void) {
    leave(&clone_mounted, "clone");
    leave(&disk_mounted, "disk");
    leave(&host_mounted, "host");
    for (int tries = 0; tries < 100 && command("losetup -a | grep -q '%s'", work) == 0; tries++) {
        fault_sleep_us(10000);
    }
    fault_remove_tree(work);
}

static bool mount_disk(void) {
    disk_mounted = command("mount -o loop %s/host/disk.img %s/disk", work, work) == 0;
    return disk_mounted;
}
static bool clone_disk(void) {
    int from = open(in("host/disk.img"), O_RDONLY | O_CLOEXEC),
        to = open(in("host/clone.img"), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool ok = from >= 0 && to >= 0 && ioctl(to, FICLONE, from) == 0;
    if (from >= 0) close(from);
    if (to >= 0) close(to);
    return ok;
}
static bool mount_clone(const char *options) {
    const char *type = strcmp(disk_type, "xfs") == 0 ? "loop,nouuid" : "loop";
    clone_mounted = command("mount -o %s%s %s/host/clone.img %s/clone", type, options, work, work) == 0;
    return clone_mounted;
}

// A new file system of this type, mounted. False: it is skipped.
static bool disk_make(const char *type, const char *megabytes, const char *make) {
    disk_type = type;
    if (command("command -v mkfs.%s", type) != 0) {
        fault_skip(type, "no mkfs for it");
        return false;
    }
    unlink(in("host/disk.img"));
    if (command("truncate -s %sM %s/host/disk.img && mkfs.%s %s %s/host/disk.img", megabytes, work, type,
                make, work) != 0) {
        fault_skip(type, "mkfs fails");
        return false;
    }

    if (!mount_disk()) {
        fault_skip(type, "cannot be mounted here");
        return false;
    }
    return true;
}

// What all disks live in. False: it cannot be had, or is skipped.
static bool disk_begin(void) {
    if (geteuid() != 0) {
        fault_skip("power cuts", "not root");
        return false;
    }
    fault_seed();

    // Mounts that nobody else sees: a namespace made elsewhere meanwhile would hold on to them.
    if (!FAULT_CHECK(unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)) {
        return false;
    }
    if (!FAULT_CHECK(fault_folder(work, sizeof work))) return false;
    atexit(clean);
    FAULT_CHECK(mkdir(in("host"), 0777) == 0 && mkdir(in("disk"), 0777) == 0 &&
                mkdir(in("clone"), 0777) == 0);

    // The images live on a file system with reflinks.
    const char *make =
        "truncate -s 4G %s/host.img && mkfs.%s %s/host.img && mount -o loop %s/host.img %s/host";
    static const char *const hosts[] = {"xfs -q -m reflink=1", "btrfs -q"};
    for (int i = 0; i < 2 && !host_mounted; i++) {
        host_mounted = command(make, work, hosts[i], work, work, work) == 0;
    }
    if (!host_mounted) {
        fault_skip("power cuts", "neither xfs nor btrfs can be mounted on a loop device here");
        return false;
    }
    return true;
}

#endif // FAULT_DISK_H
