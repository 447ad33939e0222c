#pragma once

#include "cli/report/picture/Figure.h"
#include "rules/model/Report.h"

#include <optional>
#include <string_view>
#include <vector>

namespace fsfind::report {

/// By what the tiles of a map are measured.
enum class MapValue { Contended, Cycles, Stores };
inline constexpr MapValue kMapValues[] = {MapValue::Contended, MapValue::Cycles, MapValue::Stores};
/// `contended`, `cycles`, `stores`
[[nodiscard]] std::string_view mapValueId(MapValue value);

/// The contention on lines as tiles: modules, in them objects or types, in them members, each as
/// wide as its part. The table's rows know their lines. Empty if there is nothing of that value.
[[nodiscard]] std::optional<Figure> mapFigure(const Profile &profile,
                                              const std::vector<RankedLine> &lines, MapValue value);

/// Contended samples by the code that met them, as a flame graph whose flames hang down: the
/// thread's name, the machine function, the functions inlined into it, and the data. A recording
/// has no callers of machine functions. Empty without contended samples.
[[nodiscard]] std::optional<Figure> flameFigure(const Profile &profile,
                                                const std::vector<RankedLine> &lines);

} // namespace fsfind::report
