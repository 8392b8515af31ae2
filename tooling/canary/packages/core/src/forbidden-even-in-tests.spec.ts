import '../../shell/src/append.ts'
import 'zod'
