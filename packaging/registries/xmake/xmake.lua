-- packages/g/gc-headers/xmake.lua for xmake-repo, never run there: Lua has read it.
package("gc-headers")
    set_kind("library", {headeronly = true})
    set_homepage("https://HOMEPAGE.invalid")
    set_description("C headers for games: random numbers, sorting, entities, writing files, downloads")
    set_license("MIT")

    add_urls("https://HOMEPAGE.invalid/gc-headers-$(version).tar.gz")
    add_versions("@VERSION@", "@SHA256@")

    add_configs("curl", {description = "HTTP in gc_fetch.h", default = false, type = "boolean"})

    if is_plat("linux", "bsd") then
        add_syslinks("pthread")
    end

    on_load(function (package)
        if package:config("curl") then
            package:add("deps", "libcurl")
        else
            package:add("defines", "GC_FETCH_NO_CURL")
        end
    end)

    on_install(function (package)
        os.cp("gc_*.h", package:installdir("include"))
        os.cp("gc.hpp", package:installdir("include"))
    end)

    on_test(function (package)
        assert(package:has_cfuncs("gc_rng_seed", {includes = "gc_rng.h"}))
    end)
