#pragma once

#include "analyzer/extract/declarations/SystemFiles.h"
#include "analyzer/knowledge/Knowledge.h"
#include "rules/model/Facts.h"

#include <memory>
#include <string>

namespace clang {
class ASTContext;
}

/// From clang's syntax tree to facts. This folder is compiled once for each LLVM release that a
/// plugin is built for.
namespace fsfind::analyzer {

/// The facts of a translation unit. Function bodies in system headers are skipped. The tree may
/// have errors; what clang could parse is used.
class Extraction {
public:
  /// Gathers all that rules judge by. The tree outlives the extraction.
  ///
  /// `variant` tells compilations of one file apart that define other macros: the functions
  /// internal to each are different ones.
  Extraction(clang::ASTContext &context, const Knowledge &known, std::string variant = {},
             SystemFiles system = {});
  ~Extraction();
  Extraction(const Extraction &) = delete;
  Extraction &operator=(const Extraction &) = delete;

  [[nodiscard]] const Facts &facts() const;
  /// Adds what only remedies ask for (Facts::slots). What has been there stays in its place, so
  /// that a Program of these facts remains valid.
  void complete();

private:
  friend Facts extractFacts(clang::ASTContext &context, const Knowledge &known, std::string variant,
                            SystemFiles system);
  struct State;
  std::unique_ptr<State> state_;
};

/// All facts of the translation unit.
[[nodiscard]] Facts extractFacts(clang::ASTContext &context, const Knowledge &known,
                                 std::string variant = {}, SystemFiles system = {});

} // namespace fsfind::analyzer
