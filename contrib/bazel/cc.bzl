"""Where CcInfo comes from. Bazel before 9 has it built in; with rules_cc, put in its place:

    load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

and keep the last line.
"""

FsfindCcInfo = CcInfo
