/** Thrown if the person wants to decide later: the gate stays open and the run lets go. */
export class GateLeftOpen extends Error {
  constructor() {
    super('the gate was left open')
    this.name = 'GateLeftOpen'
  }
}
