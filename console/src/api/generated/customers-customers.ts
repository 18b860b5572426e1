// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { AddCustomerNoteMutation, AddCustomerNoteMutationVariables, AnonymizeCustomerMutation, AnonymizeCustomerMutationVariables, CreateCustomerMutation, CreateCustomerMutationVariables, CustomerCountsQuery, CustomerCountsQueryVariables, CustomerDevicesQuery, CustomerDevicesQueryVariables, CustomerNotesQuery, CustomerNotesQueryVariables, CustomerPageQuery, CustomerPageQueryVariables, CustomerPreordersQuery, CustomerPreordersQueryVariables, CustomerRowsQuery, CustomerRowsQueryVariables, CustomerSalesQuery, CustomerSalesQueryVariables, CustomerValuesOfQuery, CustomerValuesOfQueryVariables, CustomersQuery, CustomersQueryVariables, UpdateCustomerMutation, UpdateCustomerMutationVariables } from './operations.ts';

export const CustomersDocument = typedDocument<CustomersQuery, CustomersQueryVariables>(
  'Customers',
  "query Customers($first:Int$after:String$last:Int$before:String$filter:CustomerFilter$sort:[CustomerSort!]$search:String$fullName:Boolean!$phone:Boolean!$email:Boolean!$city:Boolean!$region:Boolean!$country:Boolean!$company:Boolean!$telegramUsername:Boolean!$preferredLanguage:Boolean!$source:Boolean!$createdAt:Boolean!$updatedAt:Boolean!$purchases:Boolean!$purchasesOrders:Boolean!$purchasesNetRevenue:Boolean!){customers(first:$first after:$after last:$last before:$before filter:$filter sort:$sort search:$search){__typename nodes{__typename ...CustomerRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment CustomerRow on Customer{__typename id revision fullName anonymizedAt@include(if:$fullName)phone@include(if:$phone)email@include(if:$email)city@include(if:$city)region@include(if:$region)country@include(if:$country)company@include(if:$company)telegramUsername@include(if:$telegramUsername)preferredLanguage@include(if:$preferredLanguage)source@include(if:$source)createdAt@include(if:$createdAt)updatedAt@include(if:$updatedAt)purchases@include(if:$purchases){__typename id orders@include(if:$purchasesOrders)netRevenue@include(if:$purchasesNetRevenue)currency@include(if:$purchasesNetRevenue)}}",
);
export const CustomerCountsDocument = typedDocument<CustomerCountsQuery, CustomerCountsQueryVariables>(
  'CustomerCounts',
  "query CustomerCounts($filter:CustomerFilter$search:String){customers(first:1 filter:$filter search:$search){__typename totalCount facets(fields:[PREFERRED_LANGUAGE]){__typename field values{__typename value count}}}}",
);
export const CustomerRowsDocument = typedDocument<CustomerRowsQuery, CustomerRowsQueryVariables>(
  'CustomerRows',
  "query CustomerRows($ids:[ID!]!$fullName:Boolean!$phone:Boolean!$email:Boolean!$city:Boolean!$region:Boolean!$country:Boolean!$company:Boolean!$telegramUsername:Boolean!$preferredLanguage:Boolean!$source:Boolean!$createdAt:Boolean!$updatedAt:Boolean!$purchases:Boolean!$purchasesOrders:Boolean!$purchasesNetRevenue:Boolean!){nodes(ids:$ids){__typename ...on Customer{__typename ...CustomerRow}}}fragment CustomerRow on Customer{__typename id revision fullName anonymizedAt@include(if:$fullName)phone@include(if:$phone)email@include(if:$email)city@include(if:$city)region@include(if:$region)country@include(if:$country)company@include(if:$company)telegramUsername@include(if:$telegramUsername)preferredLanguage@include(if:$preferredLanguage)source@include(if:$source)createdAt@include(if:$createdAt)updatedAt@include(if:$updatedAt)purchases@include(if:$purchases){__typename id orders@include(if:$purchasesOrders)netRevenue@include(if:$purchasesNetRevenue)currency@include(if:$purchasesNetRevenue)}}",
);
export const CustomerPageDocument = typedDocument<CustomerPageQuery, CustomerPageQueryVariables>(
  'CustomerPage',
  "query CustomerPage($id:ID!$withPurchases:Boolean!){customer(id:$id){__typename ...CustomerFacts purchasesByCurrency(first:5)@include(if:$withPurchases){__typename nodes{__typename id currency orders revenue refunded netRevenue}}}}fragment CustomerFacts on Customer{__typename ...CustomerValues source sharesPhone anonymizedAt createdAt updatedAt availableActions{__typename ...AvailableAction}}fragment CustomerValues on Customer{__typename id revision fullName email phone company country city region telegramUsername preferredLanguage profileNotes updatedAt}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const CustomerValuesOfDocument = typedDocument<CustomerValuesOfQuery, CustomerValuesOfQueryVariables>(
  'CustomerValuesOf',
  "query CustomerValuesOf($id:ID!){customer(id:$id){__typename ...CustomerValues}}fragment CustomerValues on Customer{__typename id revision fullName email phone company country city region telegramUsername preferredLanguage profileNotes updatedAt}",
);
export const CustomerSalesDocument = typedDocument<CustomerSalesQuery, CustomerSalesQueryVariables>(
  'CustomerSales',
  "query CustomerSales($id:ID!){customer(id:$id){__typename id sales(first:20){__typename nodes{__typename id number status soldAt deviceId serial total currency refundedTotal refunds(first:10){__typename nodes{__typename id amount createdAt reason}}}pageInfo{__typename hasNextPage}}}}",
);
export const CustomerDevicesDocument = typedDocument<CustomerDevicesQuery, CustomerDevicesQueryVariables>(
  'CustomerDevices',
  "query CustomerDevices($id:ID!){customer(id:$id){__typename id devices(first:20){__typename nodes{__typename id serial status model presence{__typename id online lastSeenAt}}pageInfo{__typename hasNextPage}}}}",
);
export const CustomerPreordersDocument = typedDocument<CustomerPreordersQuery, CustomerPreordersQueryVariables>(
  'CustomerPreorders',
  "query CustomerPreorders($id:ID!){customer(id:$id){__typename id preorders(first:20){__typename nodes{__typename id number status createdAt productName quantity fullPrice currency refundDue}pageInfo{__typename hasNextPage}}}}",
);
export const CustomerNotesDocument = typedDocument<CustomerNotesQuery, CustomerNotesQueryVariables>(
  'CustomerNotes',
  "query CustomerNotes($id:ID!$withAuthor:Boolean!){customer(id:$id){__typename id notes(first:50){__typename nodes{__typename id content createdAt author@include(if:$withAuthor){__typename id name}}pageInfo{__typename hasNextPage}}}}",
);
export const CreateCustomerDocument = typedDocument<CreateCustomerMutation, CreateCustomerMutationVariables>(
  'CreateCustomer',
  "mutation CreateCustomer($input:CreateCustomerInput!){createCustomer(input:$input){__typename customer{__typename ...CustomerFacts}}}fragment CustomerFacts on Customer{__typename ...CustomerValues source sharesPhone anonymizedAt createdAt updatedAt availableActions{__typename ...AvailableAction}}fragment CustomerValues on Customer{__typename id revision fullName email phone company country city region telegramUsername preferredLanguage profileNotes updatedAt}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const UpdateCustomerDocument = typedDocument<UpdateCustomerMutation, UpdateCustomerMutationVariables>(
  'UpdateCustomer',
  "mutation UpdateCustomer($id:ID!$revision:Int$input:UpdateCustomerInput){updateCustomer(id:$id expectedRevision:$revision input:$input){__typename customer{__typename ...CustomerFacts}}}fragment CustomerFacts on Customer{__typename ...CustomerValues source sharesPhone anonymizedAt createdAt updatedAt availableActions{__typename ...AvailableAction}}fragment CustomerValues on Customer{__typename id revision fullName email phone company country city region telegramUsername preferredLanguage profileNotes updatedAt}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const AddCustomerNoteDocument = typedDocument<AddCustomerNoteMutation, AddCustomerNoteMutationVariables>(
  'AddCustomerNote',
  "mutation AddCustomerNote($id:ID!$input:AddCustomerNoteInput!){addCustomerNote(id:$id input:$input){__typename customerNote{__typename id}}}",
);
export const AnonymizeCustomerDocument = typedDocument<AnonymizeCustomerMutation, AnonymizeCustomerMutationVariables>(
  'AnonymizeCustomer',
  "mutation AnonymizeCustomer($id:ID!$revision:Int$input:AnonymizeCustomerInput!){anonymizeCustomer(id:$id expectedRevision:$revision input:$input){__typename customer{__typename ...CustomerFacts}}}fragment CustomerFacts on Customer{__typename ...CustomerValues source sharesPhone anonymizedAt createdAt updatedAt availableActions{__typename ...AvailableAction}}fragment CustomerValues on Customer{__typename id revision fullName email phone company country city region telegramUsername preferredLanguage profileNotes updatedAt}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
