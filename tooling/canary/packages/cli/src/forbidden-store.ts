import '../../shell/src/store/inbox/kept.ts'
import '../../shell/src/store/journal/kept.ts'
import '../../shell/src/store/runs/kept.ts'
