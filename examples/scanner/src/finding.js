/** A finding on one line: `shop/settings.conf:3 weak-hash`. */
export const describeFinding = ({ file, line, rule }) => `${file}:${line} ${rule}`
