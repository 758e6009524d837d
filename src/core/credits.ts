/**
 * Money. Internally credits are whole thousandths (`Millicredits`), so sums are exact; replies show JSON
 * numbers with at most 3 decimals. Only this file converts and rounds.
 */
export type Millicredits = number;

/** 10^12 credits: the maximum of any price, plan or purchase. */
export const maxCredits = 1e12;

/**
 * Credits as written by a user (config, key description, admin body) → thousandths.
 * @returns undefined when the amount is negative, not finite, over 10^12 or has more than 3 decimals.
 */
export function toMillicredits(credits: number): Millicredits | undefined {
  if (!Number.isFinite(credits) || credits < 0 || credits > maxCredits) return undefined;
  const whole = Math.round(credits * 1000);
  return whole / 1000 === credits ? whole : undefined;
}

/** Thousandths → the number that replies show: 2, 0.1, 3.04, 953270.5. */
export const toCredits = (amount: Millicredits): number => amount / 1000;

/** The number that replies show → thousandths. */
export const thousandthsOf = (credits: number): Millicredits => Math.round(credits * 1000);

/** A sum of credits as replies show it, without floating-point noise. */
export const roundedCredits = (credits: number): number => toCredits(thousandthsOf(credits));

/** Thousandths → whole hundredths, half up. Only the price by tokens is rounded to 2 decimals (observed). */
export const toHundredths = (amount: Millicredits): Millicredits => Math.floor((amount + 5) / 10) * 10;
