// tools/build/stripe-library.ts builds this part of the client.
declare module "#stripe-library" {
	export { Stripe } from "stripe";
}
