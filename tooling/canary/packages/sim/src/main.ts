import 'node:process'
import './allowed.ts'
