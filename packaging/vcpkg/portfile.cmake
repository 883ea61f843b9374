# An overlay port for vcpkg, never run yet: put this folder and vcpkg.json under
# ports/gc-headers. GC_HEADERS in the environment names a folder of this tree instead.
if(DEFINED ENV{GC_HEADERS})
    set(SOURCE_PATH "$ENV{GC_HEADERS}")
else()
    vcpkg_from_git(OUT_SOURCE_PATH SOURCE_PATH URL https://CLONE.invalid/gc_headers.git
        REF v${VERSION} FETCH_REF v${VERSION})
endif()

vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES curl GC_CURL)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${options} -DGC_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME gc-headers CONFIG_PATH lib/cmake/gc-headers)
vcpkg_fixup_pkgconfig()

# Only headers: no debug tree.
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
