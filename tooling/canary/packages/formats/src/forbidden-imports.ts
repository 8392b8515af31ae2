import 'node:fs'
import 'node:path'
import 'commander'
import '../../shell/src/append.ts'
