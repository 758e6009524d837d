/**
 * `kind argument: phrases` by which English says what a search can be asked. Words stand in their singular; the longest
 * phrase counts, and of equal ones the first.
 */
export const generalTable = `
platform tube: youtube,youtuber,yt,you tube,tube,tuber
platform gram: instagram,instagrammer,insta,ig,gram,igers,iger,instagramer,instagram creator
platform clip: tiktok,tiktoker,tik tok,tik toker,tt,clip,tiktok creator,ticktock,tiktokker
hint tube: short,youtube short,channel,subscriber,subs,long video,long form,longform,long form video,long videos,vlog,vlogger,booktube,booktuber,playlist,video essay
hint gram: reel,photo,picture,photo post,story highlight,carousel,grid,bookstagram,bookstagrammer,instagrammable,igtv,momstagram
hint clip: short video,short form video,short form,shortform,shortform video,vertical video,short clip,booktok,book tok,booktoker,fyp,for you page,duet
creator: creator,channel,video creator,vlogger,blog,vloggers,ppl,accts,acct,girlies,chan,influencer,content creator,creative,folk,guy,blogger,account,people,person,someone,somebody,personality,talent,ambassador,profile,user,page,star,bro,kol,expert,maker,enthusiast,owner,hobbyist,candidate,name,match,result,suggestion,one,anyone,anybody,everyone,everybody,specialist,host,publisher,lover,fan account,face,partner,collaborator,nerd,geek,addict,junkie,crew,buff,professional,pro,studio,option,handle,those,kols,contender,figure,voice,guru,freak,tokker,influencer account,content maker,tastemaker
role: podcaster,collector,shopper,couple,designer,flipper,coach,reviewer,educator,teacher,instructor,trainer,tutor,presenter,producer,storyteller,performer,student,keeper,hacker,practitioner
content posts: post,content,upload,publication,photo,picture,photo post,piece of content,clip video
content videos: video,vid,clips,long video,long form video,longform video,full length video,vlog,tutorial,tiktok video,tiktoks,regular video,normal video,standard video
content reels: reel
content shorts: short,short video,short form video,youtube short,short form,yt short,shortform video,shortform,vertical video,short clip
audience: audience,viewer,viewership,fan,fan base,fanbase,demographic,watcher,spectator,follower base,subscriber base,audience demographic,reader base,followed by,watched by,viewed by,readership,audience base,main audience,core audience,follower demographic,community,crowd
figure followers: follower,subscriber,sub,follower count,subscriber count,sub count,following,followership,reach,account size,channel size,community size,audience size,size,ideal size,size range,fan count,followed,follow,followers each,number of follower,number of subscriber,fan,total follower,total subscriber,people following,people who follow
figure views: view,viewership number,view count,play,video view,reel view,watch,view number,viewed,number of view,play count,view each,video play,watched
figure totalViews: total view,lifetime view,all time view,view in total,total channel view,overall view,channel view,view overall,total number of view
figure likes: heart,digg,like count,likes,number of like,video like,reel like
figure comments: comment,comment count,number of comment
figure engagement: engagement,engagement rate,er,eng rate,interaction rate,eng,engagement ratio,engagement level,er rate
figure viewGrowth: view growth,growth in view,growth of view
figure likeGrowth: like growth,growth in like,growth of like
figure commentGrowth: comment growth,growth in comment
figure engagementGrowth: engagement growth,growth in engagement,engagement rate growth,growing engagement,rising engagement
figure growth: growth,follower growth,subscriber growth,growth rate,audience growth,follower growth rate,subscriber growth rate,growth in follower,growth in subscriber,monthly growth,30 day growth,sub growth,channel growth,account growth,monthly follower growth,follower gain,growth of follower
figure contents: total video,total post,total content,total upload,video in total,post in total,upload in total,video uploaded,video published,post published,total number of video,total number of post,number of video,number of post,number of upload,video count,post count,content count,video posted,library of,upload count,catalogue of,video library
figure activity: posting frequency,upload frequency,post per month,upload per month,video per month,post a month,video a month,upload a month,recent post,posting rate,monthly upload,monthly post,monthly video,recent upload,upload rate,posting cadence
figure score: platform score,score
figure women: female ratio,female share,share of woman,percentage of woman,ratio of woman,female percentage,female audience share,women share,female viewership,share of female
figure men: male ratio,male share,share of man,percentage of man,ratio of man,male percentage,male audience share,men share,male viewership,share of male
statistic avg: average,avg,averaging,averaged,mean,typical,typically,on average,averages,av,usually,usual
statistic median: median
statistic min: worst,lowest
compare above: over,more then,higher then,bigger then,more that,higher that,bigger that,above,more than,greater than,higher than,bigger than,larger than,exceeding,exceed,exceeded,in excess of,north of,beyond,>,surpassing,surpass,past the,upwards past,beat,better than,topping,well over,just over,faster than,by more than,pass,passing,passed,crossed,cross,clear
compare atLeast: at least,atleast,minimum,minimum of,a minimum of,min,min of,no less than,no fewer than,not less than,not fewer than,nothing below,nothing under,no lower than,not below,not under,no smaller than,not smaller than,starting at,starting from,upward of,upwards of,from at least,>=,≥,no worse than,at the very least,not lower than,at minimum,nobody under,nobody below,no one under,no one below,none below,none under,a floor of,floor of,at a minimum,as many as or more than,never below,never under,never less than,anything from,anything over,at or above
compare below: under,yet to reach,have yet to reach,fewer then,less then,lower then,fewer that,less that,lower that,fall below,falling below,drop below,dropping below,dip below,below,less than,fewer than,lower than,smaller than,<,short of,south of,shy of,beneath,just under,anything under,anything below,everything under,up until,less popular than,well under
compare atMost: at most,maximum,maximum of,a maximum of,max,max of,no more than,not more than,up to,upto,no larger than,no bigger than,nobody over,nobody above,no one over,no one above,no higher than,not over,not above,nothing over,nothing above,none above,none over,not exceeding,not to exceed,capped at,cap of,a cap of,<=,≤,not bigger than,not larger than,not higher than,no greater than,never over,never above,limit of,ceiling of,a ceiling of,don't exceed,do not exceed,at or below,at or under,topping out at,nobody bigger than,nobody larger than,no one bigger than,no one larger than,no longer than,not exceed,must not exceed,should not exceed,anything up to,nobody with more than,no one with more than
compare about: about,around,approximately,approx,roughly,circa,~,≈,some,close to,nearly,almost,near,somewhere around,in the region of,or so about
compare exactly: exactly,precisely,equal to,=,equals,just exactly
compare older: older than,over the age of,above the age of
compare younger: younger than,under the age of,below the age of
after atLeast: or more,and more,and up,and above,and over,or above,or over,or higher,and higher,or better,and better,or greater,or bigger,or larger,and upward,and upwards,upward,upwards,plus,or older,and older,at the least,minimum required,and beyond,or longer,is the minimum,as a minimum,at a minimum,or upwards,and bigger,and larger,or up
after atMost: or less,or fewer,or below,or under,and below,and under,or lower,and lower,tops,at the most,or smaller,and smaller,or younger,and younger,maximum allowed,is the maximum,as a maximum,at a maximum,and less,and fewer
after about: or so,or thereabouts,give or take,ish,or thereabout
between: between,from,ranging from,anywhere between,anywhere from,somewhere between,range of,in the range of,range from,ranging between
to: to,-,–,—,until,till,through,thru
and: and,&,+,plus also,as well as,along with,together with,n,and also
or: or,/,and or,or maybe,or else,alternatively,either or
contrast: but,however,though,although,yet,while,whereas,only that
either: either,both,any of
not: not,no,without,never,isn't,aren't,don't,doesn't,haven't,hasn't,didn't,wasn't,weren't,non,nor,neither,nobody,no one,none,nothing,w/o,cannot,can't,won't,shouldn't,mustn't,minus,sans,isnt,arent,dont,doesnt,havent,hasnt,didnt,shouldnt,cant,wont,no longer,not a single,ain't,not interested in,lacking,lack,zero,not any,rather than,instead of,not into,noone,free of,free from,needn't
notList: except,deal breaker,dealbreaker,except for,excluding,exclude,excl,excluding any,other than,apart from,aside from,besides,but not,but no,avoid,avoiding,skip,leave out,leaving out,omit,omitting,drop,ignore,filter out,rule out,remove,stay away from,steer clear of,keep out,anything but,anywhere but,anyone but,anywhere except,everywhere except,everywhere but,all but,anyone except,outside,outside of,ex,not counting,not including,minus any,no need for,reject,ban,weed out,hide,forget,not from,not in,not based in,not located in,must not be,should not be,don't want,do not want,don't need,do not need,don't include,do not include,don't send,do not send,don't give,do not give,don't show,do not show,we don't want,want no,with no,have no,has no,having no,with zero,not interested in,not with,anyone outside,don't suggest,leave off
notAfter: excluded,not wanted,not welcome,are out,is out,need not apply,not allowed,no thanks,are excluded,is excluded,should be excluded,must be excluded,off limits,not included,not needed,not an option,no go,out of scope,not please,left out
notOnly: not only,not just
gender female: woman,female,girl,lady,women,gal,ladies
gender male: man,male,guy audience,boy,men,gentleman,dude,lad
age 13-17: teen,teenager,adolescent,high schooler,teenage,tween
age 13-24: gen z,generation z,genz,gen zer,zoomer,young audience,young viewer,young people,young fan,young follower,younger audience,youth,younger people,younger viewer,younger follower
age 18-24: college student,university student,young adult,college age,uni student,college kid
age 25-44: millennial,generation y,gen y
age 45-54: gen x,generation x
age 55-120: boomer,baby boomer,senior,elderly,retiree,pensioner,older people,older audience,older viewer,older adult
ages 10: twenties
ages 30: thirties
ages 40: forties
ages 50: fifties
aged: aged,age,ages,year old,years old,year olds,yo,y o,years of age,age group,age range,age bracket,in the age,age of,yr old,yrs old,of age
unit 0.000694: minute,min long,second
unit 0.0416667: hour,hr,hrs
unit 1: day
unit 7: week,wk
unit 14: fortnight
unit 30: month,mo,mth
unit 90: quarter
unit 365: year,yr
span 1: today,since yesterday,yesterday
span 7: in a week,for a week,this week,last week,since last week,since the last week,past week,the week,previous week
span 30: in a month,for a month,this month,last month,since last month,past month,recently,lately,these days,currently,right now,at the moment,previous month
span 90: this quarter,last quarter,past quarter
span 365: in a year,for a year,this year,last year,since last year,past year
within: last,past,within,in the last,within the last,in the past,over the last,over the past,during the last,during the past,within the past,previous,the last,the past,in under,inside the last,for the last,for the past,less than ago,since the last
ago: ago,back,old,before now
per: per,each,every,for every,for each
times: time,x
once: once
twice: twice
often 30: daily,every day,each day,every single day,once a day
often 15: every other day,every second day,every two days,every 2 days
often 4.2857: weekly,every week,each week,once a week
often 2.1429: fortnightly,biweekly,bi weekly,every other week,every two weeks,every 2 weeks,every fortnight
often 1: monthly,every month,each month,once a month
always: always,every time,each time,every single time,without exception,all the time,at all times,constantly
steady: regularly,frequently,consistently,often,regular,consistent
verified yes: verified,verification,verified account,verified badge,blue tick,blue check,blue checkmark,verified status,checkmark,blue badge,tick,verified profile,check mark,blue ticks
verified no: unverified,non verified,nonverified
sponsored yes: sponsored,past partnership,previous partnership,past collab,previous collab,past collaboration,previous collaboration,sponsor,sponsorship,brand deal,brand partnership,brand collab,brand collaboration,paid partnership,paid promotion,paid collab,paid collaboration,paid post,sponsored post,sponsored content,sponsored video,brand partner,worked with brand,work with brand,works with brand,working with brand,collaborated with brand,collaborate with brand,collaborates with brand,partnered with brand,partner with brand,done brand deal,promoted brand,promote brand,promotes brand,advertise,advertising,advertised,advertisement,ads,ad,paid ad,paid content,promoted product,promote product,promotes product,brand sponsor,sponsor deal,paid sponsorship,commercial collaboration,promo post,brand sponsorship,brand work,sponsored before,branded content,endorsement,brand endorsement,paid partner,done ads,brand ambassadorship,sponsored reel,commercial content,commercial post,collabs with brands,promotional post,paid work,worked with a brand,worked with other brand,worked with sponsor,done sponsorship,have sponsors,collab with brand,promotion,done sponsored
sponsored no: unsponsored,ad free,organic only,non sponsored
active yes: active,posted,post regularly,posting,uploaded,uploading,published,publishing,publish,last post,latest post,last upload,latest upload,newest upload,newest video,newest post,recent activity,last posted,last active,active account,still posting,new content,new post,new video,posts,uploads,publishes,last video,latest video,most recent post,most recent upload,most recent video,updated,activity,put out,been active,last seen,last uploaded,last published,released,shared something,posted something,posted anything,uploaded something,been posting,recent post,fresh content,post,upload
active no: inactive,dormant,silent,quiet,gone quiet,went quiet,been quiet,stopped posting,on hiatus,abandoned,gone silent,gone dark,gone dormant,haven't posted,hasn't posted,have not posted,has not posted,havent posted,hasnt posted,haven't uploaded,hasn't uploaded,not posted,not uploaded,haven't published,without posting,no post,no upload,no new content,no longer active,no longer posting,dead account,paused,taken a break,on a break
growing yes: growing,went up,gone up,going up,growth positive,positive growth rate,fast growing,fast growth,rising,rapidly growing,quickly growing,on the rise,up and coming,positive growth,trending,growing fast,gaining follower,gaining subscriber,gained follower,gained subscriber,grew,grown,grow,growing account,steadily growing,gaining,gained,increasing,growing quickly,growing rapidly,strong growth,growing follower,growing following,fast growing following,growing subscriber,growing their following,growing audience,increased,good growth,breakout,rising star
growing no: shrinking,losing follower,losing subscriber,lost follower,lost subscriber,declining,negative growth,in decline,losing,lost,shrank,shrunk,follower down,subscriber down,follower dropped,follower count dropped,follower count has dropped,down on follower,follower count is down,decreasing,falling,dropping follower,dropped
lively yes: high engagement,engaged audience,highly engaged,strong engagement,good engagement,great engagement,engaged,very engaged,high engagement rate,good engagement rate,strong engagement rate,engaged community,engaged follower,engaged following,excellent engagement,solid engagement,high er,above average engagement,engaging,loyal audience,loyal following,loyal community,highly engaged audience,highly engaged follower,engaged fan,high interaction,good er
lively no: low engagement,poor engagement,weak engagement,low engagement rate,bad engagement,little engagement
size 1000-9999: nano,nano influencer,nano creator,nano account,nano sized,nano tier
size 10000-99999: micro,micro influencer,micro creator,micro account,microinfluencer,micro sized,micro tier,micro youtuber,micro tiktoker
size 100000-499999: mid tier,mid size,mid sized,midsize,medium sized,medium size,middle tier,mid level,medium,midsized,midtier,mid range,mid
size 500000-999999: macro,macro influencer,macro creator,macroinfluencer
size 1000000-0: mega,mega influencer,celebrity,celeb,superstar,household name,mega creator
size 0-99999: small,smaller,small creator,small influencer,small account,small channel,tiny,little known,lesser known,emerging,tiny account,small sized,few follower,small following,undiscovered,smallish,small audience,very small
size 500000-0: big,large,huge,big name,famous,well known,big creator,big influencer,big account,large account,large following,big following,massive,huge following,very big,enormous,massive following,popular,giant,large creator,large channel,big channel,huge account
top: top
order score desc: best,best rated,highest rated,top rated,best creator,best performing,top performing,highest score
order followers desc: biggest,largest,most followed,most popular,most famous,biggest first,largest first,most follower,most subscriber,most sub,from biggest to smallest,from largest to smallest,most subscribed,biggest to smallest,largest to smallest,leading,big to small,biggest ones,most big
order followers asc: smallest,least followed,smallest first,fewest follower,fewest subscriber,least popular,from smallest to biggest,from smallest to largest,smallest to largest,smallest to biggest,small to big
order engagement desc: most engaged,most engaging,best engagement,highest engagement,highest engagement rate,best engagement rate,most interactive,highest er,strongest engagement,best er
order engagement asc: least engaged,least engaging,lowest engagement,worst engagement,lowest engagement rate
order views desc: most viewed,most watched,most played,viral,most viral,most view
order views asc: least viewed,least watched,fewest view
order likes desc: most liked,most loved,most like
order likes asc: least liked,fewest like
order comments desc: most commented,most discussed,most comment
order comments asc: least commented,fewest comment
order growth desc: fastest growing,fastest growth,quickest growing,highest growth,most growth,grew fastest,grew the fastest,growing fastest,growing the fastest,growing the most,grew the most,gained the most,fastest grower,fastest growing first,grown the most,grown fastest
order growth asc: slowest growing,lowest growth
order activity desc: most active,most prolific,most frequent,busiest,post the most,most active first
order contents desc: most video,most post,most upload,most content
order contents asc: fewest video,fewest post
order lastPublished desc: newest first,most recent first,latest first,most recently active,most recent post first,latest post first,recently active first,most recently active first,newest,freshest,by recency,most recent
order lastPublished asc: oldest first,longest inactive
order name asc: alphabetically,alphabetical,in alphabetical order,by name,from a to z,a to z,alphabetical order
sort: sort,sorted,sort by,sorted by,order,ordered,order by,ordered by,rank,ranked,rank by,ranked by,ranking by,by,in order of,arranged by,sorting by,ordering by,sort them by,order them by,sort it by,rank them by,ranking,arrange by,sorting,sort order,sort result by,order of,sort the list by,rank the result by
rank most: most,highest,greatest,best
rank least: fewest,least,lowest
direction desc: highest first,from most to fewest,most to fewest,descending,desc,high to low,from high to low,from highest to lowest,highest to lowest,from highest,most first,best first,high first,largest number first,fastest first,top first,from the top,strongest first,in descending order,descending order,from most to least,most to least
direction asc: lowest first,from fewest to most,fewest to most,from least to most,ascending,asc,low to high,from low to high,from lowest to highest,lowest to highest,fewest first,low first,slowest first,in ascending order,ascending order,least first,from least to most
first: first
speaking: speaking,speaker,speak,language,language content,speaking creator,spoken,lang,in the language,as main language,main language,primary language,speaks,talk in,film in,write in,record in,subtitle
mostly: mostly,mainly,primarily,predominantly,largely,majority,skewing,skews,skewed,skew,leaning,heavy,chiefly,mainly made up of,dominated,mostly made up of,majority of,dominant,predominately
sponsorOf: sponsored by,worked with,partnered with,collaborated with,promoted by,working with,paid by,ambassador of,ambassador for,sponsorship by,deal with,sponsored,promoted,promote,advertised,advertise
like: like,similar to,just like,such as,comparable to,in the style of,resembling,reminiscent of,same vibe as,similar,lookalike of,along the lines of,lookalike,who resemble
named: named,called,by the name of,whose name,goes by,name contains
here: local,locally,nearby,near us,near me,near our shop,in our area,in the area,from here
unsupported: business account,business,story,stories,instagram story,live stream,livestream,going live,go live,goes live,star rating,business profile,business page,professional account,company account,brand account,corporate account,e mail,email,email address,e mail address,contact email,public email,contact detail,contact info,phone number,whatsapp,website,link in bio,bio link,cpm,cpv,cpc,price,cost,fee,rate card,rate per post,charge,budget per,save,share,bookmark,repost,click,conversion,response rate,reply rate,facebook,twitter,snapchat,pinterest,linkedin,twitch,threads app,reddit,spotify,discord,telegram,bluesky,kick,weibo,wechat,xiaohongshu,bilibili,vk,story view,stories view,watch time,retention,agent,management,agency account,manager,affiliate link,discount code,fake follower,bot follower,real follower,watch hours,minute long,video length,married,single,income,likes to followers,like to view ratio,ratio,collab price,audience quality,credibility,paying,giveaway
stands: usd,eur,gbp,dollar,euro,pound,$,€,£,bucks
glue: in,on,at,of,for,with,the,this,that,these,who,which,whose,their,they,them,are,is,was,were,be,been,being,am,has,have,having,had,do,does,doing,did,done,will,would,should,must,can,could,may,might,as,so,if,then,there,here,it,its,only,just,also,too,very,really,quite,all,any,out,into,by,than,about,where,when,how,what,please,pls,plz,thanks,thank you,thx,hi,hello,hey,dear,ok,okay,yes,a,an,he,she,his,her,him,it's,that's,there's,who's,they're,they've,who've,get,gets,getting,got,has got,up,off,own,themselves,make,makes,making,made,use,uses,using,used,base,based,based in,located,located in,live,lives,living,living in,based out of,resident,residing,reside,come,comes,coming from,come from,originally from,from,such,same,etc,e g,i e,ie,eg,via,around the,across,among,amongst,within the,throughout,upon,onto,toward,still,already,ever,even,both of,total,overall,altogether,number,count,rate,level,amount,per cent,least one,whatever,anywhere,somewhere,worldwide,internationally,global,globally,please note,note,of them,some of,most of,like these,currently based,of age group
anyway: not necessarily,don't mind,don't mind whether,don't mind if,don't care,don't care whether,don't care if,don't care about,do not care about,do not care if,whether or not,no matter if,no matter whether,regardless of,regardless of whether,irrespective of,it doesn't matter if,not bothered about,needn't be,need not be,doesn't have to be,don't have to be,do not have to be,don't need to be
unsure: ideally,preferably,preferably with,nice to have,would be nice,would be ideal,unless,in case,depending on,even better if,better if,prefer,prefers,preferring,preference,preferred,priority,first choice,second choice,sorry,i mean,i meant,scratch that,correction,never mind,nevermind,make that,on second thought,on second thoughts,i take that back,ignore what,ignore that,ignore the,forget what,forget that,forget the,wait,one in,in every,out of every,out of ten,out of five,competitor,rival,competing,second biggest,second largest,third biggest,third largest,second most,third most,second best,third best,show me one,find me one,give me one,send me one,get me one,i need one,i want one,just one,only one,no clip,every clip,any clip
optional: are fine,is fine,are ok,is ok,are okay,are welcome,is welcome,not required,not necessary,not needed,not mandatory,not essential,not a must,optional,fine but not required,ok but not required,is a plus,a plus,a bonus,is a bonus,would be a plus,would be a bonus,is not important,not important,isn't required,isn't necessary,or not,or not doesn't matter,doesn't matter,does not matter,are fine too,is fine too,not a requirement,but not required,welcome but not required
ask: find,show,could you share,can you share,please share,give,need,want,looking for,look for,looking,search,search for,searching for,list,get me,find me,show me,give me,i need,i want,we need,we want,i'm looking for,we're looking for,we are looking for,i am looking for,seeking,seek,recommend,suggest,send,send me,wanted,help me find,can you find,could you find,who are,which,i'd like,we'd like,would like,we would like,i would like,i'd love,we'd love,after,we're after,in search of,on the lookout for,on the hunt for,interested in,want to work with,want to book,want to invite,want to find,looking to book,looking to work with,pick,pull,pull up,return,fetch,bring me,name,wants,needs,hoping to find,hunting for,hunting,scouting,scouting for,book,hire,shortlist,target,targeting,require,required
client: we,our,launching,promoting,releasing,they'd like,my,i,i'm,we're,us at,me,we've,i've,client,our client,myself,ourselves,ours,mine,i'll,we'll
purpose: campaign,student project,challenge,push,drop,label,programme,program,scheme,launch,product,brand,shop,store,company,project,collab,collaboration,partnership,event,promo,ambassador program,line,range,giveaway,hotel,restaurant,app,startup,agency,client,book launch,festival,release,sample,debut
teach: teach,teaches,teaching
glue: rather,instead,ok too,fine,focus,focused,focusing,focused on,about,topic,topics,on the topic of,theme,themed,niche,category,vertical,space,field,scene,industry,world,sector,country,countries,market,location,geo,region,city,platform,nationality,talk about,talks about,talking about,cover,covers,covering,make content about,content about,create,creates,creating,do content,specialise in,specializing in,specializes in,specialising in,deal with topic,into the topic,related,related to,relevant,do,run,runs,running a,share,shares,sharing
harmless: if not possible,if not available,hope you're well,hope you are well,hope you're doing well,hope all is well,gimme,ps,hashtag,hashtags,family run,family owned,we'd,otherwise,as long as,sits,sit,tagged,tag,tagging,kept,keeping,stage,inspo,solo,bust,or bust,general,they'd,gift,read,reads,balcony,cozy,cosy,service,chain,kit,deal,breaker,pull in,pulls in,their own,chair,vibe,before,you,your,w,doesn't matter,no matter,matter,budget,far,so far,anything,something,school,casting call,agency,previously,together,needed,behalf,giving,planning,building,something like,roster,opportunity,ugc,in the past,beginner,mind,down to earth,down,love,loves,nearly,primary,good,great,nice,cool,fun,amazing,awesome,authentic,genuine,real,solid,decent,quality,high quality,interesting,inspiring,creative content,aesthetic,aesthetically pleasing,beautiful,cute,passionate,professional looking,reliable,legit,legitimate,organic,dedicated,serious,strong,super,social media,online,digital,internet,web,social,active on,currently,actually,definitely,absolutely,basically,honestly,maybe,perhaps,probably,possibly,generally,especially,particularly,specifically,exclusively,purely,simply,asap,urgently,urgent,quick,quickly,fast,soon,today please,guys,team,morning,evening,afternoon,cheers,kindly,appreciate,appreciated,help,new,next,upcoming,spring,summer,autumn,winter,season,holiday season,christmas,work,works,working,know,think,see,like to,love to,try,trying,review,reviews,reviewing,reviewed,tip,tips,advice,lesson,how to,guide,idea,inspiration,tutorial,talk,talks,post about,posts about,posting about,film,films,filming,show off,wear,wearing,style of,type,kind,sort of,kind of,bit,little,lot,lots,lots of,lot of,a lot of,plenty,plenty of,many,much,several,few,various,different,other,others,another,more,again,now,later,ready,available,open,open to,willing,happy,based creators,year round,worth,per se,in general,in particular,regardless of size,any size,of any size,any country,any platform,no matter,in total,each month,ones,self,side,part,set,case,way,place,thing,stuff,day to day,week to week,start,starting,begin,bring,put,take,go,goes,going,keep,stay,reach out,contact,contact us,ask,answer,say,says,tell,let,let me know,look,looks,watch,meet,fit for,suit,suits,suitable,right,perfect,ideal,match with,meet criteria,criteria,requirement,requirements,filter,filters,brief,request,query,result list,shortlisted,option list,proposal,pitch,possible,if possible,bonus,must have,non negotiable
`;
