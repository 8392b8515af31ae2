import '../../cli/src/allowed.ts'
import '../../sim/src/allowed.ts'
import 'picocolors'
import 'vitest'
