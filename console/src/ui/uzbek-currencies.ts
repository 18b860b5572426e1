/** Names of currencies in Uzbek, which the browser does not have, by their ISO 4217 codes. */
export const UZBEK_CURRENCIES = `
AED Birlashgan Arab Amirliklari dirhami; AFN Afgʻoniston afgʻoniysi; ALL Albaniya leki; AMD Armaniston drami;
ANG Niderlandiya antil guldeni; AOA Angola kvanzasi; ARS Argentina pesosi; AUD Avstraliya dollari;
AWG Aruba florini; AZN Ozarbayjon manati; BAM Bosniya va Gertsegovina ayirboshlash markasi;
BBD Barbados dollari; BDT Bangladesh takasi; BGN Bolgariya levi; BHD Bahrayn dinori; BIF Burundi franki;
BMD Bermuda dollari; BND Bruney dollari; BOB Boliviya bolivianosi; BRL Braziliya reali; BSD Bagama dollari;
BTN Butan ngultrumi; BWP Botsvana pulasi; BYN Belarus rubli; BZD Beliz dollari; CAD Kanada dollari;
CDF Kongo franki; CHF Shveytsariya franki; CLP Chili pesosi; CNY Xitoy yuani; COP Kolumbiya pesosi;
CRC Kosta-Rika koloni; CUC Kuba ayirboshlash pesosi; CUP Kuba pesosi; CVE Kabo-Verde eskudosi;
CZK Chexiya kronasi; DJF Jibuti franki; DKK Daniya kronasi; DOP Dominikana pesosi; DZD Jazoir dinori;
EGP Misr funti; ERN Eritreya nakfasi; ETB Efiopiya biri; EUR Yevro; FJD Fiji dollari;
FKP Folklend orollari funti; GBP Angliya funt sterlingi; GEL Gruziya larisi; GHS Gana sedisi;
GIP Gibraltar funti; GMD Gambiya dalasisi; GNF Gvineya franki; GTQ Gvatemala ketsali; GYD Gayana dollari;
HKD Gonkong dollari; HNL Gonduras lempirasi; HRK Xorvatiya kunasi; HTG Gaiti gurdi; HUF Vengriya forinti;
IDR Indoneziya rupiyasi; ILS Isroil yangi shekeli; INR Hindiston rupiyasi; IQD Iroq dinori; IRR Eron riyoli;
ISK Islandiya kronasi; JMD Yamayka dollari; JOD Iordaniya dinori; JPY Yaponiya iyenasi; KES Keniya shillingi;
KGS Qirgʻiziston somi; KHR Kambodja rieli; KMF Komor orollari franki; KPW Shimoliy Koreya voni;
KRW Janubiy Koreya voni; KWD Kuvayt dinori; KYD Kayman orollari dollari; KZT Qozogʻiston tengesi;
LAK Laos kipi; LBP Livan funti; LKR Shri-Lanka rupiyasi; LRD Liberiya dollari; LSL Lesoto lotisi;
LYD Liviya dinori; MAD Marokash dirhami; MDL Moldova leyi; MGA Malagasi ariarisi; MKD Makedoniya dinori;
MMK Myanma kyati; MNT Mongoliya tugriki; MOP Makao patakasi; MRU Mavritaniya uqiyasi; MUR Mavritaniya rupiyasi;
MVR Maldiv rupiyasi; MWK Malavi kvachasi; MXN Meksika pesosi; MYR Malayziya ringgiti; MZN Mozambik metikali;
NAD Namibiya dollari; NGN Nigeriya nayrasi; NIO Nikaragua kordobasi; NOK Norvegiya kronasi; NPR Nepal rupiyasi;
NZD Yangi Zelandiya dollari; OMR Ummon riyoli; PAB Panama balboasi; PEN Peru soli;
PGK Papua – Yangi Gvineya kinasi; PHP Filippin pesosi; PKR Pokiston rupiyasi; PLN Polsha zlotiyi;
PYG Paragvay guaranisi; QAR Qatar riyoli; RON Ruminiya leyi; RSD Serbiya dinori; RUB Rossiya rubli;
RWF Ruanda franki; SAR Saudiya Arabistoni riyoli; SBD Solomon orollari dollari; SCR Seyshel rupiyasi;
SDG Sudan funti; SEK Shvetsiya kronasi; SGD Singapur dollari; SHP Muqaddas Yelena oroli funti;
SLE Syerra-Leone leonesi; SLL Syerra-Leone leonesi (1964–2022); SOS Somali shillingi; SRD Surinam dollari;
SSP Janubiy Sudan funti; STN San-Tome va Prinsipi dobrasi; SYP Suriya funti; SZL Svazilend lilangenisi;
THB Tailand bati; TJS Tojikiston somoniysi; TMT Turkmaniston manati; TND Tunis dinori; TOP Tonga paangasi;
TRY Turk lirasi; TTD Trinidad va Tobago dollari; TWD Yangi Tayvan dollari; TZS Tanzaniya shillingi;
UAH Ukraina grivnasi; UGX Uganda shillingi; USD AQSH dollari; UYU Urugvay pesosi; UZS Oʻzbekiston soʻmi;
VES Venesuela bolivari; VND Vyetnam dongi; VUV Vanuatu vatusi; WST Samoa talasi;
XAF Markaziy Afrika CFA franki; XCD Sharqiy Karib dollari; XCG Karib guldeni; XOF Gʻarbiy Afrika CFA franki;
XPF Fransuz Polineziyasi franki; YER Yaman riyoli; ZAR Janubiy Afrika rendi; ZMW Zambiya kvachasi;
ZWG Zimbabve oltini
`;
