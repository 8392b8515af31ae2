import 'yaml'
import 'zod'
import '../../core/src/allowed.ts'
