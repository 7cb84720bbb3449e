import useSWR, { mutate, type SWRConfiguration } from "swr";
import type { SubscriptionStatus } from "../../../../worker/payments/subscriptions/contract.ts";
import { client, readJson } from "../client.ts";

const {
	"subscription-status": status,
	"create-subscription": create,
	"cancel-subscription": cancel,
	"resume-subscription": resume,
} = client.api;

/** Idle without a signed-in creator. */
export const useSubscription = (options: SWRConfiguration<SubscriptionStatus>, isSignedIn = true) =>
	useSWR<SubscriptionStatus>(isSignedIn && status.$path(), () => readJson(status.$get()), options);

export const createSubscription = () => readJson(create.$post());

/** Pro lasts until the end of the month. */
export const cancelSubscription = () => store(readJson(cancel.$post()));

export const resumeSubscription = () => store(readJson(resume.$post()));

async function store(changed: Promise<SubscriptionStatus>): Promise<void> {
	void mutate(status.$path(), await changed, { revalidate: false });
}
