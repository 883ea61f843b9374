module gc_headers

go 1.18
