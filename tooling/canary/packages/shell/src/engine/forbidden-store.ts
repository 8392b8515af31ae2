import '../store/inbox/kept.ts'
import '../store/journal/kept.ts'
import '../store/runs/kept.ts'
