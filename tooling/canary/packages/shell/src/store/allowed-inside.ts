import './inbox/kept.ts'
import './journal/kept.ts'
import './runs/kept.ts'
