import type { Handlers } from "./context.ts";
import { exportDownloads } from "./downloads/export-downloads.ts";
import { makePacks } from "./downloads/packs.ts";
import { exportMoney, forgetHandle, forgetPayoutMethods } from "./payments/account-hooks.ts";
import { deleteSharesOfCreator } from "./payments/deletion/delete-share.ts";
import { requireSettled, settleBeforeDelete } from "./payments/deletion/obstacles.ts";
import { onAccountEvent } from "./payments/payouts/card-payouts.ts";
import { onPaymentEvent } from "./payments/settlement/provider-events.ts";
import { exportSlots, exportStorage } from "./plans/export-slots.ts";
import { dropShareRenditions } from "./previews/drop-renditions.ts";
import { makeSharePreviews } from "./previews/make-share-previews.ts";
import { exportShares } from "./shares/export-shares.ts";
import { giveBackStorage } from "./shares/give-back-storage.ts";
import { stopSalesOfCreator } from "./shares/stop-sales.ts";
import { exportViews } from "./storefront/export-views.ts";
import { exportSubscription } from "./subscriptions/export-subscription.ts";
import { forgetCustomerOnDelete } from "./subscriptions/forget-customer.ts";
import { endRenewalOnReclaim, onSubscriptionEvent } from "./subscriptions/on-provider-event.ts";
import { exportRequests, forgetRequests } from "./support/own-requests.ts";
import { abandonUploadsOfCreator, abandonUploadsOfShare } from "./uploads/abandon-upload.ts";
import { exportUploads } from "./uploads/export-uploads.ts";
import { openUploadFile } from "./uploads/open-upload-file.ts";

/** What slices do when another slice has acted. */
export const handlers: Handlers = {
	beforePublish: [makePacks, makeSharePreviews],
	afterDelete: [abandonUploadsOfShare],
	beforeErase: [dropShareRenditions],
	openUploadFile,
	afterPurge: [giveBackStorage],
	beforeAccountDelete: [settleBeforeDelete, deleteSharesOfCreator, requireSettled],
	onAccountDelete: [forgetCustomerOnDelete, forgetHandle, abandonUploadsOfCreator, forgetRequests],
	onAccountReclaim: [
		forgetPayoutMethods,
		stopSalesOfCreator,
		abandonUploadsOfCreator,
		endRenewalOnReclaim,
		forgetRequests,
	],
	providerEvents: [onPaymentEvent, onAccountEvent, onSubscriptionEvent],
	accountExport: {
		shares: exportShares,
		views: exportViews,
		downloads: exportDownloads,
		uploads: exportUploads,
		uploadsByMonth: exportSlots,
		storage: exportStorage,
		money: exportMoney,
		subscription: exportSubscription,
		support: exportRequests,
	},
};
