import 'node:fs'
import '../../agent-runner/src/allowed.ts'
import '../../cli/src/allowed.ts'
