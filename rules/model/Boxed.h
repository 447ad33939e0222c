#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

/// What is seldom there, in the width of one pointer: facts of a large program are so many that the
/// room which their usual parts leave empty counts. All three copy what they hold; a moved-from one
/// is empty.
namespace fsfind {

/// A std::optional that has its value on the heap.
template <class T> class Boxed {
public:
  using value_type = T;

  Boxed() = default;
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Boxed(const Boxed &other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Boxed(Boxed &&) noexcept = default;
  Boxed &operator=(const Boxed &other) { return *this = Boxed(other); }
  Boxed &operator=(Boxed &&) noexcept = default;
  ~Boxed() = default;

  [[nodiscard]] bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  /// These require a value.
  [[nodiscard]] T &operator*() { return *value_; }
  [[nodiscard]] const T &operator*() const { return *value_; }
  [[nodiscard]] T *operator->() { return value_.get(); }
  [[nodiscard]] const T *operator->() const { return value_.get(); }

  template <class... Arguments> T &emplace(Arguments &&...arguments) {
    value_ = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    return *value_;
  }
  void reset() { value_.reset(); }

  bool operator==(const Boxed &other) const {
    return has_value() == other.has_value() && (!has_value() || *value_ == *other.value_);
  }

private:
  std::unique_ptr<T> value_;
};

/// A value that most often equals `T{}`, and then takes no memory on the heap. It is read like a
/// pointer to a constant, which is never null.
template <class T> class Rare {
public:
  using value_type = T;

  Rare() = default;
  Rare(T value) {
    if (!(value == usual()))
      kept_ = std::move(value);
  }

  /// Valid until the value is changed, or this is moved or destroyed.
  [[nodiscard]] const T &operator*() const { return kept_ ? *kept_ : usual(); }
  [[nodiscard]] const T *operator->() const { return &**this; }
  operator const T &() const { return **this; }
  /// To change the value. It is on the heap from now on.
  [[nodiscard]] T &edit() { return kept_ ? *kept_ : kept_.emplace(); }
  /// To change the value only if it is on the heap; else null, and the value is `T{}`.
  [[nodiscard]] T *kept() { return kept_ ? &*kept_ : nullptr; }

  bool operator==(const Rare &other) const { return **this == *other; }

private:
  static const T &usual() {
    static const T value{};
    return value;
  }

  Boxed<T> kept_;
};

/// A std::vector that is most often empty, and then takes no memory on the heap. References are
/// valid as long as those into a vector.
template <class T> class RareList {
public:
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;

  RareList() = default;
  RareList(std::vector<T> list) {
    if (!list.empty())
      list_ = std::move(list);
  }
  RareList(std::initializer_list<T> list) : RareList(std::vector<T>(list)) {}

  [[nodiscard]] std::size_t size() const { return list_ ? list_->size() : 0; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] T *begin() { return list_ ? list_->data() : nullptr; }
  [[nodiscard]] T *end() { return begin() + size(); }
  [[nodiscard]] const T *begin() const { return list_ ? list_->data() : nullptr; }
  [[nodiscard]] const T *end() const { return begin() + size(); }
  [[nodiscard]] T &operator[](std::size_t at) { return (*list_)[at]; }
  [[nodiscard]] const T &operator[](std::size_t at) const { return (*list_)[at]; }
  [[nodiscard]] T &front() { return list_->front(); }
  [[nodiscard]] const T &front() const { return list_->front(); }
  [[nodiscard]] T &back() { return list_->back(); }
  [[nodiscard]] const T &back() const { return list_->back(); }

  void push_back(T value) { kept().push_back(std::move(value)); }
  template <class... Arguments> T &emplace_back(Arguments &&...arguments) {
    return kept().emplace_back(std::forward<Arguments>(arguments)...);
  }
  void reserve(std::size_t count) {
    if (count > 0)
      kept().reserve(count);
  }
  void resize(std::size_t count) {
    if (count != size())
      kept().resize(count);
  }
  void shrink_to_fit() {
    if (list_)
      list_->shrink_to_fit();
  }
  void clear() { list_.reset(); }
  template <class Unwanted> void eraseIf(const Unwanted &unwanted) {
    if (list_ && std::erase_if(*list_, unwanted) > 0 && list_->empty())
      clear();
  }

  bool operator==(const RareList &other) const {
    return size() == other.size() && (empty() || *list_ == *other.list_);
  }
  auto operator<=>(const RareList &other) const {
    return std::lexicographical_compare_three_way(begin(), end(), other.begin(), other.end());
  }

private:
  std::vector<T> &kept() { return list_ ? *list_ : list_.emplace(); }

  Boxed<std::vector<T>> list_;
};

} // namespace fsfind
