import 'node:fs'
import 'node:path'
import 'picocolors'
import '../../shell/src/append.ts'
