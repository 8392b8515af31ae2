import '../../core/src/allowed.ts'
import '../../formats/src/allowed.ts'
import '../../shell/src/append.ts'
