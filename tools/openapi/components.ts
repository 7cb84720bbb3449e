import type {
	AccessTokenInfo,
	AccessTokenList,
	NewAccessToken,
} from "../../worker/accounts/access-tokens/contract.ts";
import type {
	ApplicationInfo,
	ApplicationList,
	AuthorizationDecision,
	AuthorizationRequest,
	ConnectedApplication,
	NewApplication,
} from "../../worker/accounts/applications/contract/applications.ts";
import type {
	AccountDeletionPreview,
	AddressChange,
	ConfirmedAddressChange,
	SessionInfo,
	TotpConfirmed,
	TotpSetup,
	TransactionLimits,
	User,
} from "../../worker/accounts/contract.ts";
import type {
	AssertionOptions,
	AttestationOptions,
	PasskeyInfo,
	PasskeyList,
} from "../../worker/accounts/passkeys/contract.ts";
import type {
	CreatorEvent,
	EventPage,
	ListenerMessage,
	ListenerMessages,
	NewWebhookListener,
	WebhookAttempt,
	WebhookClaim,
	WebhookDispute,
	WebhookEndpoint,
	WebhookEndpointList,
	WebhookEndpointWithSecret,
	WebhookEventType,
	WebhookMessage,
	WebhookMessagePage,
	WebhookPayload,
	WebhookPayout,
	WebhookRefund,
	WebhookSale,
	WebhookShare,
	WebhookSubscription,
} from "../../worker/api/webhooks/contract/webhooks.ts";
import type { Discount } from "../../worker/catalogue/discounts/contract.ts";
import type { ShareDraft } from "../../worker/catalogue/drafts/contract.ts";
import type {
	Bundle,
	BundlePart,
	CreatedShare,
	DeletionPreview,
	FilePreview,
	FileShare,
	ListedShare,
	MyShare,
	ShareCover,
	ShareCreator,
	ShareFile,
	ShareResponse,
	ShownDiscount,
} from "../../worker/catalogue/shares/contract/shares.ts";
import type { PublicConfig } from "../../worker/contract/config.ts";
import type { ErrorBody } from "../../worker/contract/errors.ts";
import type { DeepHealth, Health } from "../../worker/contract/health.ts";
import type { Plan } from "../../worker/contract/plans.ts";
import type { AuditEntry } from "../../worker/core/audit-log/contract.ts";
import type {
	BlockedBuyer,
	ConfirmedAddress,
	Customer,
	CustomerDetails,
	CustomerPage,
	CustomerPurchase,
} from "../../worker/customers/contract.ts";
import type {
	EarlierVersion,
	MyPurchase,
	NewFile,
	Receipt,
	ReceiptPart,
	ReceiptSummary,
	RedeemReceiptResponse,
} from "../../worker/customers/receipts/contract.ts";
import type { BuyerUpdate, BuyerUpdates } from "../../worker/customers/updates/contract.ts";
import type { Withdrawal } from "../../worker/customers/withdrawal/contract.ts";
import type {
	MissingPreviews,
	StoredRendition,
} from "../../worker/files/previews/contract/previews.ts";
import type {
	BegunUpload,
	OpenUpload,
	ResumableUpload,
	StoredPart,
	UploadFile,
} from "../../worker/files/uploads/contract.ts";
import type { Analytics, Counts } from "../../worker/pages/analytics/contract.ts";
import type { DashboardMetrics, DayMetrics } from "../../worker/pages/dashboard/contract.ts";
import type {
	CreatorPage,
	HandleAvailability,
	OwnCreatorPage,
} from "../../worker/pages/storefront/contract/creator-page.ts";
import type {
	GetFreeResponse,
	PaymentIntentResponse,
	PaymentSuccessResponse,
} from "../../worker/payments/checkout/contract.ts";
import type { Checkout } from "../../worker/payments/checkout-links/contract.ts";
import type {
	BeginDirectResponse,
	ConfirmDirectResponse,
	DirectClaim,
} from "../../worker/payments/direct/contract/direct.ts";
import type {
	CreditNote,
	Invoice,
	InvoiceDetails,
} from "../../worker/payments/invoices/contract.ts";
import type { Balance, LedgerLine } from "../../worker/payments/ledger/contract.ts";
import type { PaymentStatus, PayoutCountries } from "../../worker/payments/payouts/contract.ts";
import type { Sale, SalePage } from "../../worker/payments/sales/contract/sales.ts";
import type {
	CreateSubscriptionResponse,
	SubscriptionStatus,
} from "../../worker/payments/subscriptions/contract.ts";
import type { OwnSanction } from "../../worker/trust/moderation/contract.ts";

/** Only a share's creator gets these fields. */
type OwnFields = Pick<
	MyShare,
	| "samples"
	| "samplesMarked"
	| "listed"
	| "indexed"
	| "opensAt"
	| "endsAccess"
	| "externalId"
	| "hasPassword"
>;

type PascalCase<Text extends string> = Text extends `${infer First}.${infer Rest}`
	? `${PascalCase<First>}${PascalCase<Rest>}`
	: Text extends `${infer First}_${infer Rest}`
		? `${Capitalize<First>}${PascalCase<Rest>}`
		: Capitalize<Text>;

/** `SaleCreatedEvent` and so on. */
type EventBodies = {
	[Type in WebhookEventType as `${PascalCase<Type>}Event`]: WebhookPayload<Type>;
};

/**
 * `type-schemas.ts` generates schemas from these types, and `operation.ts` compares them with the routes' responses.
 */
export type Components = EventBodies & {
	AccessTokenInfo: AccessTokenInfo;
	AccessTokenList: AccessTokenList;
	NewAccessToken: NewAccessToken;
	AccountDeletionPreview: AccountDeletionPreview;
	/** Everything that is stored about an account, by the name of the section. */
	AccountExport: { [section: string]: unknown };
	AddressChange: AddressChange;
	ApplicationInfo: ApplicationInfo;
	ApplicationList: ApplicationList;
	AuthorizationDecision: AuthorizationDecision;
	AuthorizationRequest: AuthorizationRequest;
	ConnectedApplication: ConnectedApplication;
	NewApplication: NewApplication;
	/** The change of the account's address that is pending. */
	PendingAddressChange: {
		/** null where none is pending */
		change: AddressChange | null;
	};
	/** A change of the account's address that has begun. */
	BegunAddressChange: { change: AddressChange };
	ConfirmedAddressChange: ConfirmedAddressChange;
	SessionInfo: SessionInfo;
	TotpConfirmed: TotpConfirmed;
	TotpSetup: TotpSetup;
	TransactionLimits: TransactionLimits;
	User: User;
	Analytics: Analytics;
	Counts: Counts;
	AuditEntry: AuditEntry;
	PublicConfig: PublicConfig;
	Plan: Plan;
	CreatorPage: CreatorPage;
	HandleAvailability: HandleAvailability;
	OwnCreatorPage: OwnCreatorPage;
	/** The creator's page, if there is one. */
	OwnPage: {
		/** null without one */
		page: OwnCreatorPage | null;
	};
	/** The creator's page as it is now. */
	SavedPage: { page: OwnCreatorPage };
	BlockedBuyer: BlockedBuyer;
	ConfirmedAddress: ConfirmedAddress;
	Customer: Customer;
	CustomerDetails: CustomerDetails;
	CustomerPage: CustomerPage;
	CustomerPurchase: CustomerPurchase;
	DashboardMetrics: DashboardMetrics;
	DayMetrics: DayMetrics;
	Discount: Discount;
	ShareDraft: ShareDraft;
	Error: ErrorBody;
	CreditNote: CreditNote;
	Invoice: Invoice;
	InvoiceDetails: InvoiceDetails;
	OwnSanction: OwnSanction;
	AssertionOptions: AssertionOptions;
	AttestationOptions: AttestationOptions;
	PasskeyInfo: PasskeyInfo;
	PasskeyList: PasskeyList;
	Balance: Balance;
	BeginDirectResponse: BeginDirectResponse;
	Checkout: Checkout;
	ConfirmDirectResponse: ConfirmDirectResponse;
	DirectClaim: DirectClaim;
	EarlierVersion: EarlierVersion;
	GetFreeResponse: GetFreeResponse;
	LedgerLine: LedgerLine;
	MyPurchase: MyPurchase;
	NewFile: NewFile;
	PaymentIntentResponse: PaymentIntentResponse;
	PaymentStatus: PaymentStatus;
	PayoutCountries: PayoutCountries;
	PaymentSuccessResponse: PaymentSuccessResponse;
	Receipt: Receipt;
	ReceiptPart: ReceiptPart;
	ReceiptSummary: ReceiptSummary;
	RedeemReceiptResponse: RedeemReceiptResponse;
	Sale: Sale;
	SalePage: SalePage;
	MissingPreviews: MissingPreviews;
	StoredRendition: StoredRendition;
	Bundle: Bundle;
	BundlePart: BundlePart;
	CreatedShare: CreatedShare;
	/** A share as it is now. */
	EditedShare: {
		/** the share */
		fileShare: FileShare & OwnFields;
	};
	DeletionPreview: DeletionPreview;
	FilePreview: FilePreview;
	FileShare: FileShare;
	ListedShare: ListedShare;
	MyShare: MyShare;
	ShareCover: ShareCover;
	ShareCreator: ShareCreator;
	ShareFile: ShareFile;
	ShareResponse: ShareResponse;
	ShownDiscount: ShownDiscount;
	CreateSubscriptionResponse: CreateSubscriptionResponse;
	SubscriptionStatus: SubscriptionStatus;
	BuyerUpdate: BuyerUpdate;
	BuyerUpdates: BuyerUpdates;
	BegunUpload: BegunUpload;
	/** An upload that is still being put together. */
	CompletingUpload: {
		id: string;
		/** its files are put together */
		state: "completing";
	};
	OpenUpload: OpenUpload;
	ResumableUpload: ResumableUpload;
	StoredPart: StoredPart;
	UploadFile: UploadFile;
	ListenerMessage: ListenerMessage;
	ListenerMessages: ListenerMessages;
	NewWebhookListener: NewWebhookListener;
	WebhookAttempt: WebhookAttempt;
	WebhookEndpoint: WebhookEndpoint;
	WebhookEndpointList: WebhookEndpointList;
	WebhookEndpointWithSecret: WebhookEndpointWithSecret;
	WebhookMessage: WebhookMessage;
	WebhookMessagePage: WebhookMessagePage;
	CreatorEvent: CreatorEvent;
	EventPage: EventPage;
	/** A direct payment in an event. */
	WebhookClaim: WebhookClaim;
	WebhookDispute: WebhookDispute;
	WebhookPayout: WebhookPayout;
	WebhookRefund: WebhookRefund;
	WebhookSale: WebhookSale;
	WebhookShare: WebhookShare;
	WebhookSubscription: WebhookSubscription;
	Withdrawal: Withdrawal;
	/** Acknowledges a declaration. */
	ReceivedWithdrawal: {
		/** ISO 8601 in UTC */
		receivedAt: string;
	};
	/** A message that has arrived. */
	CreatedMessage: { id: string };
	/** Where a creator sets up payouts of card payments. */
	OnboardingLink: {
		/** the payment provider's page */
		url: string;
	};
	/** Where an archive is downloaded. */
	ArchiveLink: {
		/** the path of the address, from `/` on */
		url: string;
	};
	DeepHealth: DeepHealth;
	Health: Health;
	/** How another site shows a share, as https://oembed.com specifies. */
	OEmbed: {
		/** of oEmbed: `1.0` */
		version: string;
		/** a frame */
		type: "rich";
		title: string;
		/** the creator's name; absent without one */
		author_name?: string;
		/** the creator's page; absent without one */
		author_url?: string;
		/** the name of the product */
		provider_name: string;
		/** the address of the installation */
		provider_url: string;
		/** how long this may be kept, in seconds */
		cache_age: number;
		/** a picture; absent where it would be larger than what was asked for */
		thumbnail_url?: string;
		/** pixels */
		thumbnail_width?: number;
		/** pixels */
		thumbnail_height?: number;
		/** the frame to insert */
		html: string;
		/** pixels */
		width: number;
		/** pixels */
		height: number;
	};
};
