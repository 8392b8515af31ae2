import '../../sim/src/allowed.ts'
import 'vitest'
import 'zod'
