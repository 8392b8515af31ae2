/** How an operator ends a mission for good, wherever it stands. */
export const giveUpMission = 'harness refuse mission --give-up -m "why"'
