import useSWR, { mutate, type SWRConfiguration } from "swr";
import type { SubscriptionStatus } from "../../../../worker/contract/payments/subscriptions.ts";
import { client, readJson } from "../client.ts";

const {
	"subscription-status": status,
	"create-subscription": create,
	"cancel-subscription": cancel,
	"resume-subscription": resume,
} = client.api;

/** The creator's subscription; not requested without a signed-in creator. */
export const useSubscription = (options: SWRConfiguration<SubscriptionStatus>, isSignedIn = true) =>
	useSWR<SubscriptionStatus>(isSignedIn && status.$path(), () => readJson(status.$get()), options);

/** Begins Pro, or finds the payment that waits. Throws ApiFailure. */
export const createSubscription = () => readJson(create.$post());

/** Lets Pro end with the month. Throws ApiFailure. */
export const cancelSubscription = () => store(readJson(cancel.$post()));

/** Takes the cancellation back. Throws ApiFailure. */
export const resumeSubscription = () => store(readJson(resume.$post()));

async function store(changed: Promise<SubscriptionStatus>): Promise<void> {
	void mutate(status.$path(), await changed, { revalidate: false });
}
