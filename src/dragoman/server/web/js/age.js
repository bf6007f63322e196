/** How old something is, in its largest unit. */

const UNITS = [
  [86_400, "day"],
  [3600, "h"],
  [60, "min"],
];

/** "3 h", "2 days", "a moment". */
export function ageWords(seconds) {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [0, ""];
  if (!size) return "a moment";
  const number = Math.floor(seconds / size);
  return `${number} ${name}${name === "day" && number > 1 ? "s" : ""}`;
}

/** The same for a moment in the past, as ISO 8601. */
export const ageSince = (moment) => ageWords((Date.now() - Date.parse(moment)) / 1000);

/** The seconds of an ISO 8601 duration such as "PT3H2.5S" or "P40DT2S". */
export function secondsOf(duration) {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(duration ?? "");
  if (!found) return 0;
  const [days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  return days * 86_400 + hours * 3600 + minutes * 60 + seconds;
}
