import '../../formats/src/allowed.ts'
import '../../shell/src/append.ts'
import 'zod'
