#pragma once

#include <string_view>

namespace fsfind::written {

/// Whether a file's name is that of Cargo's manifests.
[[nodiscard]] bool isManifest(std::string_view path);

/// Whether each version that a Cargo.toml wants of the crate, and at least one, is `series` or a
/// later one that is compatible with it: of `0.8`, `"0.8.2"` and `{ version = "^0.8" }`.
/// https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html
[[nodiscard]] bool wantsSeries(std::string_view manifest, std::string_view crate,
                               std::string_view series);

} // namespace fsfind::written
