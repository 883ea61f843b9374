module same

go 1.18

require gc_headers v0.0.0

replace gc_headers => ../../../../bindings/go
