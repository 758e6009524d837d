/**
 * Names in other scripts than Latin, each with its usual Latin spelling for
 * handles: `native/latin`.
 */
export interface SpelledNames {
  female: readonly Spelled[];
  male: readonly Spelled[];
  family: readonly Spelled[];
  /** Family name first, without a space. */
  familyFirst: boolean;
}

export interface Spelled {
  native: string;
  latin: string;
}

const spelled = (text: string): Spelled[] =>
  text.split(' ').map((part) => {
    const [native = '', latin = ''] = part.split('/');
    return { native, latin };
  });

export const spelledNames = {
  jpn: {
    familyFirst: true,
    female: spelled(
      '莉子/riko 美咲/misaki 結衣/yui 陽菜/hina 葵/aoi さくら/sakura 美月/mizuki 彩花/ayaka 千夏/chinatsu 凛/rin 七海/nanami 楓/kaede 真央/mao 紬/tsumugi 琴音/kotone 優花/yuka 遥/haruka 杏/an 麻衣/mai 茜/akane 柚葉/yuzuha 和奏/wakana 詩織/shiori 芽依/mei',
    ),
    male: spelled(
      '蓮/ren 悠真/yuma 陽太/yota 湊/minato 大翔/hiroto 樹/itsuki 颯太/sota 拓海/takumi 健太/kenta 隼人/hayato 涼介/ryosuke 航/wataru 翼/tsubasa 翔/sho 陸/riku 駿/shun 直樹/naoki 和也/kazuya 圭/kei 晴人/haruto 啓太/keita 修平/shuhei',
    ),
    family: spelled(
      '佐々木/sasaki 松田/matsuda 藤本/fujimoto 森川/morikawa 西村/nishimura 中野/nakano 小林/kobayashi 石井/ishii 岡田/okada 村上/murakami 青木/aoki 三浦/miura 坂本/sakamoto 高木/takagi 上田/ueda 原田/harada 千葉/chiba 久保/kubo 野口/noguchi 酒井/sakai 宮崎/miyazaki 大塚/otsuka 今井/imai 河野/kono 横山/yokoyama 柴田/shibata',
    ),
  },
  kor: {
    familyFirst: true,
    female: spelled(
      '서연/seoyeon 지우/jiwoo 하은/haeun 수빈/subin 예린/yerin 다은/daeun 민서/minseo 유나/yuna 채원/chaewon 은지/eunji 소희/sohee 가은/gaeun 지민/jimin 나연/nayeon 혜진/hyejin 보라/bora 아린/arin 윤아/yoona 세영/seyoung 하율/hayul',
    ),
    male: spelled(
      '민준/minjun 도윤/doyun 서준/seojun 지호/jiho 현우/hyunwoo 준서/junseo 태양/taeyang 성민/sungmin 우진/woojin 동현/donghyun 재훈/jaehoon 시우/siwoo 건우/gunwoo 승호/seungho 은우/eunwoo 정우/jungwoo 한결/hangyul 주원/juwon 상혁/sanghyuk 태민/taemin',
    ),
    family: spelled(
      '김/kim 이/lee 박/park 최/choi 정/jung 강/kang 조/cho 윤/yoon 장/jang 임/lim 한/han 오/oh 서/seo 신/shin 권/kwon 황/hwang 안/ahn 송/song 류/ryu 홍/hong 문/moon 배/bae 백/baek 남/nam 노/noh 하/ha',
    ),
  },
  ara: {
    familyFirst: false,
    female: spelled(
      'نور/nour سارة/sara مريم/mariam ليلى/layla هدى/huda ريم/reem جنى/jana ياسمين/yasmin دانة/dana لمى/lama فرح/farah سلمى/salma رنا/rana هبة/heba آية/aya منى/mona شهد/shahad غادة/ghada أمل/amal نوف/nouf دعاء/doaa رهف/rahaf',
    ),
    male: spelled(
      'أحمد/ahmed يوسف/youssef عمر/omar خالد/khaled كريم/karim فهد/fahad سامي/sami طارق/tarek حسن/hassan زياد/ziad ماجد/majed بدر/badr أنس/anas رامي/ramy وليد/walid عادل/adel هشام/hisham سلطان/sultan مازن/mazen إياد/eyad تركي/turki باسم/bassem',
    ),
    family: spelled(
      'الحسني/alhasani منصور/mansour الشامي/alshami القحطاني/alqahtani السعيد/alsaeed بنعلي/benali الإدريسي/alidrissi حداد/haddad النجار/alnajjar الغامدي/alghamdi سليمان/soliman الكعبي/alkaabi فاروق/farouk العتيبي/alotaibi المرزوقي/almarzouqi شاكر/shaker رمضان/ramadan الحربي/alharbi بركات/barakat الزهراني/alzahrani العلوي/alaoui نصار/nassar درويش/darwish صبري/sabry',
    ),
  },
  zht: {
    familyFirst: true,
    female: spelled(
      '怡君/yijun 雅婷/yating 佳穎/jiaying 詩涵/shihan 欣怡/xinyi 宜蓁/yizhen 品妍/pinyan 子晴/ziqing 思妤/siyu 婉婷/wanting 筱涵/xiaohan 沛珊/peishan 靜雯/jingwen 芷瑄/zhixuan 心潔/xinjie 曉彤/xiaotong 雨柔/yurou 采潔/caijie',
    ),
    male: spelled(
      '冠宇/guanyu 承恩/chengen 柏翰/bohan 宇軒/yuxuan 志豪/zhihao 俊傑/junjie 家豪/jiahao 彥廷/yanting 品睿/pinrui 子翔/zixiang 哲維/zhewei 浩然/haoran 信宏/xinhong 嘉偉/jiawei 立群/liqun 明哲/mingzhe 睿恩/ruien 昱廷/yuting',
    ),
    family: spelled(
      '陳/chen 林/lin 黃/huang 張/chang 李/li 吳/wu 劉/liu 蔡/tsai 楊/yang 許/hsu 鄭/cheng 謝/hsieh 郭/kuo 洪/hung 曾/tseng 邱/chiu 廖/liao 賴/lai 周/chou 葉/yeh 蘇/su 莊/chuang 江/chiang 何/ho',
    ),
  },
  zhs: {
    familyFirst: true,
    female: spelled(
      '雨桐/yutong 梓涵/zihan 欣妍/xinyan 诗琪/shiqi 佳怡/jiayi 思琪/siqi 慧敏/huimin 美玲/meiling 晓雯/xiaowen 静怡/jingyi 婷婷/tingting 丽君/lijun 可欣/kexin 雅文/yawen 嘉欣/jiaxin 淑仪/shuyi 心怡/xinyi 佩雯/peiwen',
    ),
    male: spelled(
      '浩宇/haoyu 子轩/zixuan 伟杰/weijie 俊豪/junhao 志明/zhiming 文轩/wenxuan 嘉俊/jiajun 建华/jianhua 家乐/jiale 凯文/kaiwen 永健/yongjian 振宇/zhenyu 国伟/guowei 明辉/minghui 启航/qihang 鸿飞/hongfei 一鸣/yiming 承泽/chengze',
    ),
    family: spelled(
      '陈/tan 林/lim 黄/wong 李/lee 王/ong 吴/goh 张/teo 刘/low 蔡/chua 杨/yeo 郑/tay 谢/chia 郭/kwek 洪/ang 曾/chan 邱/khoo 廖/liew 赖/lai 周/chew 叶/yap 苏/soh 许/koh 何/ho 梁/leong',
    ),
  },
} satisfies Record<string, SpelledNames>;
