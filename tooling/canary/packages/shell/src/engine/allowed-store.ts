import '../store/allowed-inside.ts'
