# A recipe for Conan 2: `conan create packaging/conan` from the top of the tree; with the
# conandata.yml that `make dist` puts beside it, from a release's archive.
import os

from conan import ConanFile
from conan.tools.files import copy, get


class GcHeaders(ConanFile):
    name = "gc-headers"
    version = "0.4.0"
    license = "MIT OR Unlicense"
    description = "C headers for games: random numbers, sorting, entities, writing files, downloads"
    homepage = "https://HOMEPAGE.invalid"
    url = "https://CLONE.invalid/gc_headers.git"
    topics = ("games", "header-only", "random", "sorting", "ecs", "download")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"curl": [True, False]}
    default_options = {"curl": False}
    no_copy_source = True

    def export_sources(self):
        if self.conan_data:
            return
        top = os.path.join(self.recipe_folder, "..", "..")
        copy(self, "gc_*.h", top, self.export_sources_folder)
        copy(self, "gc.hpp", top, self.export_sources_folder)
        copy(self, "LICENSE", top, self.export_sources_folder)

    def source(self):
        if self.conan_data:
            get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def requirements(self):
        if self.options.curl:
            self.requires("libcurl/[>=7.68]")

    def package_id(self):
        self.info.clear()

    def package(self):
        copy(self, "gc_*.h", self.source_folder, os.path.join(self.package_folder, "include"))
        copy(self, "gc.hpp", self.source_folder, os.path.join(self.package_folder, "include"))
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "gc-headers")
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        for name in ("rng", "sort", "sparse", "writer", "fetch"):
            part = self.cpp_info.components[name]
            part.set_property("cmake_target_name", "gc::" + name)
            part.set_property("pkg_config_name", "gc-" + name)
            part.bindirs = []
            part.libdirs = []
            if name in ("sort", "writer", "fetch") and self.settings.os != "Windows":
                part.system_libs = ["pthread"]
        if self.options.curl:
            self.cpp_info.components["fetch"].requires = ["libcurl::libcurl"]
        else:
            self.cpp_info.components["fetch"].defines = ["GC_FETCH_NO_CURL"]
