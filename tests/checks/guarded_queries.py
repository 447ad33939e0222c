"""clang's tree is asked only by analyzer/extract/declarations/AstAnswers.cpp what has conditions.

Of a class without a definition, of a type that is incomplete or depends on template arguments, and
of an expression without a value, clang's answers are reads of memory that is not there.
"""
import re

import project

HOME = "analyzer/extract/declarations/AstAnswers.cpp"
QUERIES = (
    # types
    "getTypeInfo(?:InChars)?", "getTypeInfoDataSizeInChars", "getTypeSize(?:InChars)?",
    "getTypeAlign(?:InChars)?", "getTypeUnadjustedAlign(?:InChars)?", "getPreferredTypeAlign(?:InChars)?",
    "getIntWidth", "getAlignOfGlobalVar(?:InChars)?", "getDeclAlign", "getASTRecordLayout",
    r"isTrivial(?:ly\w+)?Type", "isPODType", r"isCXX\w+PODType", "isLiteralType", "isStandardLayoutType",
    # classes
    "getNumV?Bases", "v?bases(?:_begin|_end)?", "isPolymorphic", "isAggregate", "isPOD", "isEmpty",
    "isAbstract", "isDynamicClass", "isStandardLayout", "isCXX11StandardLayout", "isTriviallyCopyable",
    "isLiteral", "isStructural", r"has(?:Non)?Trivial\w+", r"hasConstexpr\w+", r"hasUser(?:Declared|Provided)\w+",
    r"hasDefault\w*Constructor", r"hasSimple\w+", r"needs(?:Implicit|Overload)\w+", "hasMutableFields",
    "hasPrivateFields", "hasProtectedFields", "mayBeDynamicClass", "isDerivedFrom", "isVirtuallyDerivedFrom",
    "lookupInBases", "forallBases", "hasAnyDependentBases",
    # expressions and constants
    r"Evaluate(?:As|With|Known)\w+", r"tryEvaluate\w+", "isEvaluatable", "isNullPointerConstant",
    "getIntegerConstantExpr", "isIntegerConstantExpr", "isCXX11ConstantExpr", "isConstantInitializer",
    "evaluateValue", "evaluateDestruction", "isUsableInConstantExpressions", "checkForConstantInitialization",
    "getBitWidthValue", r"getAlignment(?=\([^)])",
)
CALL = re.compile(r"(?:->|\.)\s*(" + "|".join(QUERIES) + r")\s*\(")


def problems_in(path):
    for number, line in enumerate((project.ROOT / path).read_text().splitlines(), 1):
        if found := CALL.search(line.split("//")[0]):
            yield f"{path}:{number}: {found[1]}() has conditions; ask as {HOME} does"


analyzer = [path for path in project.files(".h", ".cpp", under="analyzer") if str(path) != HOME]
project.finish([problem for path in analyzer for problem in problems_in(path)])
