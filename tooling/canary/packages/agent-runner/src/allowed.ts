import 'node:child_process'
import '../../core/src/allowed.ts'
