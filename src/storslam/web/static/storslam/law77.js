// The score of a contract (Law 77), so that a phone without a network can show it.
// What counts is the server's own reckoning.
"use strict";
const law77 = {
  // Points to declarer's side; `tricks` won in all.
  declarer(level, strain, doubling, vulnerable, tricks) {
    const over = tricks - level - 6;
    const doubled = doubling.length;
    if (over < 0) return -law77.down(-over, doubled, vulnerable);
    const each = strain === "C" || strain === "D" ? 20 : 30;
    const trickPoints = (each * level + (strain === "NT" ? 10 : 0)) * 2 ** doubled;
    const game = trickPoints >= 100 ? (vulnerable ? 500 : 300) : 50;
    const slam = { 6: vulnerable ? 750 : 500, 7: vulnerable ? 1500 : 1000 }[level] || 0;
    const overtrick = doubled ? (vulnerable ? 200 : 100) * doubled : each;
    return trickPoints + game + slam + 50 * doubled + over * overtrick;
  },
  down(under, doubled, vulnerable) {
    if (!doubled) return under * (vulnerable ? 100 : 50);
    const once = vulnerable
      ? 300 * under - 100
      : 300 * under - 200 - 100 * Math.min(under - 1, 2);
    return once * doubled;
  },
  // Tricks won, of `=`, `+1`, `-2` or a number; NaN for anything else.
  tricks(level, text) {
    if (text === "=") return level + 6;
    if (/^[+-]\d{1,2}$/.test(text)) return level + 6 + Number(text);
    return /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  },
  // Points to North-South; NaN while something is missing or cannot be.
  northSouth({ level, strain, doubling, declarer, tricks }, vulnerable) {
    const won = law77.tricks(Number(level), tricks);
    if (!level || !strain || !declarer || !(won >= 0 && won <= 13)) return NaN;
    const ns = declarer === "N" || declarer === "S";
    const points = law77.declarer(
      Number(level), strain, doubling, vulnerable[ns ? "ns" : "ew"], won);
    return ns ? points : -points;
  },
};
