import type { Platform } from '../../../core/platforms.ts';
import type { PhraseEntry } from '../phrases.ts';

export interface PlatformHint {
  platform: Platform;
  weight: number;
  /** The description means the short videos of tube. */
  shorts?: true;
}

/**
 * Names of platforms in either vocabulary, and weaker hints, each with its weight. Weights add up: a name outweighs
 * hints, several hints outweigh one.
 */
export const platformWords: readonly PhraseEntry<PlatformHint>[] = `
tube 10: =tube|=youtub~|youtube|youtuber|=yt|you tube|ユーチューブ|ユーチューバー|유튜브|유튜버|油管|=ютуб~|=ютьюб~|यूट्यूबर|اليوتيوب|يوتيوب|يوتيوبر|يوتيوبرز|يوتيوبرات|यूट्यूब
gram 10: =gram|=grams|=instagram~|instagram|instagrammer|=insta|=ig|=iger|=selebgram~|=instablog~|=instamom~|=instamum~|=igers|=ig'er|=ig'ers|instagramer|インスタ|インスタグラム|인스타|인스타그램|انستغرام|إنستغرام|إنستجرام|انستجرام|إنستا|انستا|الإنستغرام|=инстаграм~|=инста|=инсте|=инсту|=инсты|انستقرام|इंस्टाग्राम|इंस्टाग्रामर|इंस्टाग्रामर्स|इंस्टा
clip 10: =clip|=tiktok~|tiktok|tik tok|tiktoker|tik toker|=tt|=selebtok~|ティックトック|틱톡|抖音|=тикток~|=тик-ток~|التيك توك|تيكتوك|تيكتوكر|تيكتوكرز|تيك توك|टिकटॉक|ティックトッカー|टिकटॉकर्स
tube 6 shorts: =shorts|ショート動画
tube 5: =abone~|=subskry~|=suscriptor~|=iscritt~|=abonnee~|=kanal~|=канал~|=subscriber~|channel|=channels|=kanal|=kanäle|=kanalı|=canal|=canales|=canais|=chaîne|=chaînes|=canali|=kanalen|subscriber|=subs|suscriptores|abonnés à la chaîne|チャンネル|قناة|قنوات|القنوات|चैनल|चैनलों|सब्सक्राइबर|सब्सक्राइबर्स|登録者|구독자|채널|频道|頻道|订阅者
tube 5: =channel size|=taille de la chaîne|=tamaño del canal|=tamanho do canal|=dimensione del canale|=kanalgröße|=kanaalgrootte|=wielkość kanału|=kanal büyüklüğü|=размер канала|=ukuran channel|=ukuran kanal|チャンネル規模|채널 규모|频道规模|=prenumerant~
tube 3: long video|long form|long videos|longform|vlog|vlogger|playlist|livestream|live stream|=podcasts|=podcast|video essay|documentary|tutorial videos|how to videos
gram 6: reel|リール|릴스
gram 3: =stories|carousel|photo|photographer|photography|picture|pics|feed|grid|selfie|bookstagram|bookstagrammer|写真|사진|照片|fotos
clip 4: =clips|short video|short form|shortform|short clips|vertical video|duet|=fyp|for you page|lip sync|dance challenge|booktok|短视频|短影片|숏폼
tube 4: booktube|booktuber
`
  .trim()
  .split('\n')
  .map((line) => {
    const [hint = '', phrases = ''] = line.split(': ');
    const [platform, weight, shorts] = hint.split(' ');
    return [
      phrases,
      { platform: platform as Platform, weight: Number(weight), ...(shorts && { shorts: true }) },
    ];
  });
