// same ROOT URL: dice, a sort, a save, a fetch; the lines are those of same.c.
package main

import (
	"fmt"
	"os"

	gc "gc_headers"
)

func line(word string, dice []int32) {
	fmt.Print(word)
	for _, one := range dice {
		fmt.Printf("\t%d", one)
	}
	fmt.Println()
}

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func main() {
	rng := gc.NewRng(2026)
	dice := make([]int32, 5)
	for i := range dice {
		dice[i] = int32(rng.Range(1, 6))
	}
	line("dice", dice)
	gc.Sort(dice)
	line("sorted", dice)

	writer, err := gc.OpenWriter(os.Args[1])
	must(err)
	must(writer.Save("go.sav", []byte("forty-two"), 7))
	data, version, backup, err := writer.Load("go.sav")
	must(err)
	fmt.Printf("saved\t%s\t%d\t%d\n", data, version, backup)
	_, _, _, err = writer.Load("none.sav")
	fmt.Printf("missing\t%d\n", err.(*gc.Error).Code)
	writer.Close()

	fetcher, err := gc.OpenFetcher()
	must(err)
	body, status, err := fetcher.Get(os.Args[2])
	must(err)
	fmt.Printf("fetched\t%d\t%d\t%s\n", status, len(body), body[:9])
	_, _, err = fetcher.Get("none:")
	fmt.Printf("refused\t%d\n", err.(*gc.Error).Code)
	fetcher.Close()
}
