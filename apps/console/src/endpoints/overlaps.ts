const hourSeconds = 3600;

/** A day, which a secret signs along for unless somebody chooses otherwise. */
export const daySeconds = 24 * hourSeconds;

/** How long what is replaced may go on beside what replaces it. */
export const overlaps = [
  { seconds: hourSeconds, title: "One hour" },
  { seconds: daySeconds, title: "One day" },
  { seconds: 7 * daySeconds, title: "One week" },
  { seconds: 0, title: "Not at all: it was leaked" },
] as const;
