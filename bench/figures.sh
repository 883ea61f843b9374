#!/bin/sh
# figures.sh NAME - runs what a plot shows, about a minute each (article: seven), and writes
# bench/figures/NAME.csv: the machine, the compiler, the commit, the lines. Then: make plots.
# The machine should have nothing else to do. MACHINE names it better than /proc/cpuinfo does,
# PEERS the versions of what is compared with; without it they are as they were.
export LC_ALL=C
name=$1
sorts() {
    taskset -c 1 build/bench/bench_sort u32 7
    BENCH_SORT_PEERS=avx2 taskset -c 1 build/bench/bench_sort_avx2 u32 7 |
        sed -n 's/,\(gc_sort_u32\|vqsort\),/,"\1, AVX2",/p'
}
networks() { for n in N1 N2; do build/bench/bench_fetch $n/p16/random file,curl,aria2c,wget2; done; }
case $name in
rng) run="taskset -c 1 build/bench/bench_rng" ;;
sort) run=sorts ;;
sparse) run="taskset -c 1 build/bench/bench_sparse_peers" ;;
writer) run="build/bench/bench_writer frames" ;;
fetch) run=networks ;;
article) run="build/bench/bench_article mixed" ;;
*)
    echo "usage: figures.sh rng|sort|sparse|writer|fetch|article" >&2
    exit 2
    ;;
esac
machine=${MACHINE:-$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)}
compiler=$(${CC:-cc} --version | head -n 1 | sed 's/(.*) *//; s/^g*cc /gcc /')
peers=${PEERS:-$(sed -n 's/^# peers: //p' "bench/figures/$name.csv" 2>/dev/null)}
command -v taskset >/dev/null 2>&1 || run=${run#taskset -c 1 }
{
    echo "# machine: $machine, $(uname -sr | cut -d. -f1,2)"
    echo "# compiler: $compiler -O3"
    echo "# peers: $peers"
    echo "# commit: $(git rev-parse --short HEAD)"
    echo "# date: $(date +%Y-%m-%d)"
    $run
} >"bench/figures/$name.csv.new" && mv "bench/figures/$name.csv.new" "bench/figures/$name.csv"
